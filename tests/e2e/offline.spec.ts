import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { leaveLecture } from './support/lecture';
import { makeNextRelease } from './support/next_release';
import { base, dist, lecture, untilReady } from './support/site';
import { serve } from './support/static_server.mjs';
import { expect, test } from './support/test';
import { writesOnesOwn } from './support/writing';

test.use({ serviceWorkers: 'allow', reuseContext: false });

/** Resolves when the page would come without a network, too. */
const kept = (page: Page) =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve),
    );
  });

test('does it work offline after the first visit?', async ({ page, troubles }) => {
  test.slow();
  const server = await serve(dist, base);
  await page.goto(server.url + lecture);
  await untilReady(page);
  await kept(page);
  // Files beside the site's own pages are not taken for them.
  const beside = await page.context().newPage();
  await beside.goto(`${server.url}sw.js`);
  await expect(beside.locator('body')).toContainText('precacheAndRoute');
  await beside.close();
  // The server is really gone, not blocked by a setting of the browser.
  server.close();
  troubles.length = 0;
  await page.reload();
  await untilReady(page);
  // The parts that are loaded on demand are there, too.
  await writesOnesOwn(page, (fragment) => server.url + fragment);
});

test('does a newer release wait until the reader wants it, and nothing break before?', async ({
  page,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'afterimage-site-'));
  cpSync(dist, folder, { recursive: true });
  const server = await serve(folder, base);
  const entry = () => page.locator('script[type=module]').first().getAttribute('src');
  try {
    await page.goto(server.url + lecture);
    await untilReady(page);
    await kept(page);
    const before = await entry();
    makeNextRelease(folder);
    await page.reload();
    await untilReady(page);
    const notice = page.getByRole('status').filter({ hasText: 'newer version' });
    await expect(notice).toBeVisible({ timeout: 20_000 });
    expect(await entry()).toBe(before);
    await leaveLecture(page);
    // Parts that this page has never fetched, and that the server no longer has.
    for (const view of ['Lab', 'Race', 'Compare']) {
      await page.getByRole('button', { name: view, exact: true }).click();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expect(page.locator('main')).not.toBeEmpty();
    }
    await page.getByRole('button', { name: 'Stage', exact: true }).click();
    await untilReady(page);
    await notice.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(entry).not.toBe(before);
    await untilReady(page);
    await expect(notice).toHaveCount(0);
  } finally {
    server.close();
    rmSync(folder, { recursive: true });
  }
});
