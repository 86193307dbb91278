// What a run has taken: a line a suite with its budget, and the slowest tests.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One suite's run.
 * @typedef {{name: string, seconds: number, compiling: number, processor: number | undefined,
 * budget: number | undefined, passed: number, failed: number}} Taken
 */
/** @typedef {{name: string, seconds: number}} Timed */

/** Clock ticks a second, which Linux has kept at 100 for programs. */
const TICKS = 100;

/**
 * Seconds of processor time of this program and all that it has run and waited for; undefined where
 * the system does not tell.
 */
export function processorTime() {
  if (!existsSync('/proc/self/stat')) return undefined;
  // The name in parentheses may hold blanks; utime is the 12th field behind it.
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}

/** @param {number | undefined} seconds */
const number = (seconds) => (seconds === undefined ? '' : seconds.toFixed(0)).padStart(6);

/** @param {Taken} taken */
export function lineOf({ name, seconds, compiling, processor, budget, passed, failed }) {
  const columns = [seconds, compiling, processor, budget].map(number).join(' ');
  const over = budget !== undefined && seconds > budget ? '  over its budget' : '';
  return `${name.padEnd(9)}${columns}   ${passed} ok, ${failed} not ok${over}`;
}

/**
 * The table under a run; seconds by the clock, of them for compiling, of the processors, and what
 * the suite may take.
 * @param {readonly Taken[]} all
 */
export function table(all) {
  const columns = ['clock', 'build', 'cpu', 'budget'].map((name) => name.padStart(6));
  const head = `${'suite'.padEnd(9)}${columns.join(' ')}`;
  /** @param {(taken: Taken) => number | undefined} of */
  const total = (of) => all.reduce((sum, taken) => sum + (of(taken) ?? 0), 0);
  const sums = {
    name: 'all',
    seconds: total((t) => t.seconds),
    compiling: total((t) => t.compiling),
    processor: all.some(({ processor }) => processor !== undefined)
      ? total((t) => t.processor)
      : undefined,
    budget: all.every(({ budget }) => budget !== undefined) ? total((t) => t.budget) : undefined,
    passed: total((t) => t.passed),
    failed: total((t) => t.failed),
  };
  return [head, ...[...all, sums].map(lineOf)].join('\n');
}

/** How each runner's report tells the time of its tests. */
const readers = [
  /** Of GoogleTest. @param {any} report @returns {Timed[]} */
  ({ testsuites }) =>
    testsuites?.flatMap((/** @type {any} */ { name, testsuite }) =>
      testsuite.map((/** @type {any} */ test) => ({
        name: `${name}.${test.name}`,
        seconds: Number.parseFloat(test.time),
      })),
    ) ?? [],
  /** Of Vitest. @param {any} report @returns {Timed[]} */
  ({ testResults }) =>
    testResults?.flatMap((/** @type {any} */ { assertionResults }) =>
      assertionResults.map((/** @type {any} */ { fullName, duration }) => ({
        name: fullName,
        seconds: (duration ?? 0) / 1000,
      })),
    ) ?? [],
  /** Of Playwright. @param {any} report @returns {Timed[]} */
  ({ suites }) => {
    /** @param {any} suite @returns {Timed[]} */
    const all = ({ suites: inner = [], specs = [] }) => [
      ...specs.map((/** @type {any} */ { file, title, tests }) => ({
        name: `${file}: ${title}`,
        seconds: tests
          .flatMap((/** @type {any} */ test) => test.results)
          .reduce((/** @type {number} */ sum, /** @type {any} */ r) => sum + r.duration / 1000, 0),
      })),
      ...inner.flatMap(all),
    ];
    return suites?.flatMap(all) ?? [];
  },
];

/**
 * The tests that took longest, of all reports in a folder.
 * @param {string} folder
 * @param {number} count
 * @returns {Timed[]}
 */
export function slowest(folder, count) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const report = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      const kind = name.replace(/\.json$/, '').replace(/_\d+$/, '');
      return readers
        .flatMap((read) => read(report))
        .map((timed) => ({ ...timed, name: `${kind} ${timed.name}` }));
    })
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}
