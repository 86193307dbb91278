// The counts of a suite's outcome. A suite can fail without a failing test: it broke, or ran none.
import { existsSync, readFileSync } from 'node:fs';

/** @typedef {{passed: number, failed: number}} Count */

/** One count for each check. @param {readonly boolean[]} results @returns {Count} */
export const count = (...results) => ({
  passed: results.filter(Boolean).length,
  failed: results.filter((ok) => !ok).length,
});

/** @param {readonly Count[]} counts @returns {Count} */
export const sum = (counts) => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
});

/**
 * The counts of a test runner: a run that ended badly without naming a test, or ran no test, has
 * failed.
 * @param {Count | undefined} counted @param {boolean} endedWell @returns {Count}
 */
export function settled(counted, endedWell) {
  const { passed, failed } = counted ?? { passed: 0, failed: 0 };
  const silent = failed === 0 && (!endedWell || passed === 0);
  if (silent)
    process.stdout.write(
      endedWell
        ? 'The test runner ran no test.\n'
        : 'The test runner ended badly, though no test of its report failed.\n',
    );
  return { passed, failed: silent ? 1 : failed };
}

/**
 * Prints violations, each a failed check; no violation is one passed check.
 * @param {readonly string[]} violations @returns {Count}
 */
export function sentences(violations) {
  for (const sentence of violations) process.stdout.write(`${sentence}\n`);
  return violations.length > 0 ? { passed: 0, failed: violations.length } : count(true);
}

/** Readers of the numbers in each runner's JSON report. */
const readers = {
  /** @param {any} report */
  gtest: (report) => ({
    passed: report.tests - report.failures - report.errors - (report.disabled ?? 0),
    failed: report.failures + report.errors,
  }),
  /** @param {any} report */
  vitest: (report) => ({ passed: report.numPassedTests, failed: report.numFailedTests }),
  /** A test that passes only when tried again counts as failed. @param {any} report */
  playwright: ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky }),
};

/**
 * The numbers in a report; undefined where the runner left none.
 * @param {keyof typeof readers} runner @param {string} path @returns {Count | undefined}
 */
export function readReport(runner, path) {
  if (!existsSync(path)) return undefined;
  return readers[runner](JSON.parse(readFileSync(path, 'utf8')));
}
