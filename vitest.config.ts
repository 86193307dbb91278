import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { filesUnder } from './web/scripts/files_under.mjs';
import { lectureList } from './web/scripts/vite/lectures.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Tests that put something in the place of a module, a global or the clock. */
const ALTERING = /\bvi\.(mock|doMock|resetModules|stub\w+|useFakeTimers)\(|\bglobalThis\.\w+ = /;
const altering = filesUnder(here('tests/web'), /\.test\.tsx?$/)
  .filter((path) => ALTERING.test(readFileSync(path, 'utf8')))
  .map((path) => relative(here('.'), path));
const include = ['tests/web/**/*.test.{ts,tsx}', 'tests/contract/**/*.test.ts'];

export default defineConfig({
  define: { 'import.meta.env.VITE_SINGLE': 'false' },
  resolve: { alias: { '@scenarios': here('scenarios') } },
  plugins: [lectureList(here('scenarios'))],
  test: {
    // The files of a process share the modules that they import, which takes half the time; those
    // that alter what others rely on have one each.
    projects: [
      { extends: true, test: { name: 'together', include, exclude: altering, isolate: false } },
      { extends: true, test: { name: 'alone', include: altering } },
    ],
    environment: 'node',
    testTimeout: 60_000,
    // It would leave a core to whoever watches.
    maxWorkers: availableParallelism(),
    // A file that holds no test is a mistake, as is a leftover `.only`.
    passWithNoTests: false,
    allowOnly: false,
  },
});
