import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { lectureList } from './web/scripts/vite_lectures.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  define: { 'import.meta.env.VITE_SINGLE': 'false' },
  resolve: { alias: { '@scenarios': here('scenarios') } },
  plugins: [lectureList(here('scenarios/lectures'))],
  test: {
    include: ['tests/web/**/*.test.{ts,tsx}', 'tests/contract/**/*.test.ts'],
    environment: 'node',
    testTimeout: 60_000,
    // It would leave a core to whoever watches.
    maxWorkers: availableParallelism(),
    // A file that holds no test is a mistake, as is a leftover `.only`.
    passWithNoTests: false,
    allowOnly: false,
  },
});
