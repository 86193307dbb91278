import { defineConfig } from '@playwright/test';
import { freePort } from './tests/e2e/support/free_port';
import { base } from './tests/e2e/support/site';
import { browserPath } from './web/scripts/tools.mjs';

// Found once: the workers read this file again, with the environment of the first process.
process.env.AFTERIMAGE_E2E_PORT ??= String(freePort());
const port = process.env.AFTERIMAGE_E2E_PORT;
const executablePath = browserPath();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000, toHaveScreenshot: { threshold: 0.02, maxDiffPixels: 0 } },
  reporter: [['list']],
  // One picture, whatever the machine.
  snapshotPathTemplate: '{testDir}/pictures/{testFileName}/{arg}{ext}',
  use: {
    baseURL: `http://127.0.0.1:${port}${base}`,
    browserName: 'chromium',
    serviceWorkers: 'block',
    // A test's page finds the process of the one before, with scripts and engine compiled: a fifth
    // of the time. Cookies, storage and cache are emptied between them.
    reuseContext: true,
    viewport: { width: 1440, height: 900 },
    locale: 'en',
    // Costs a quarter of the time: run a failing test again with --trace on.
    trace: 'off',
    launchOptions: {
      ...(executablePath && { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  webServer: {
    command: `node tests/e2e/support/static_server.mjs dist ${base} ${port}`,
    url: `http://127.0.0.1:${port}${base}`,
    reuseExistingServer: false,
  },
});
