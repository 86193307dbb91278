// The costs of a run: a line for each suite with its budget, the slowest tests and those that
// failed.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * One suite's run.
 * @typedef {{name: string, seconds: number, compiling: number, processor: number | undefined,
 * budget: number | undefined, passed: number, failed: number}} Taken
 */
/**
 * One test, with the message of its failure if it failed.
 * @typedef {{name: string, seconds: number, failure?: string | undefined}} Told
 */

/** The clock ticks of a second, which Linux has fixed at 100 for programs. */
const TICKS = 100;

/**
 * The seconds of processor time of this program and of all children that it has waited for;
 * undefined where the system does not say.
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
 * The table below a run: seconds of the clock, of compiling, of the processors, and the budget.
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

/** The lines of a failure's message that are repeated: expected and found values. */
const MESSAGE_LINES = 8;

/** The colours of a terminal in messages of test runners. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken away.
const COLOURS = /\u001b\[[0-9;]*m/g;

/** Readers of the tests in each runner's report. A failed test has its message. */
const readers = [
  /** GoogleTest's report. @param {any} report @returns {Told[]} */
  ({ testsuites }) =>
    testsuites?.flatMap((/** @type {any} */ { name, testsuite }) =>
      testsuite.map((/** @type {any} */ test) => ({
        name: `${name}.${test.name}`,
        seconds: Number.parseFloat(test.time),
        failure: test.failures?.[0]?.failure,
      })),
    ) ?? [],
  /**
   * Vitest's report; a file that cannot be loaded has no tests.
   * @param {any} report @returns {Told[]}
   */
  ({ testResults }) =>
    testResults?.flatMap((/** @type {any} */ { name, status, message, assertionResults }) => {
      const broken = status === 'failed' && assertionResults.length === 0;
      if (broken) return [{ name, seconds: 0, failure: message }];
      return assertionResults.map((/** @type {any} */ test) => ({
        name: test.fullName,
        seconds: (test.duration ?? 0) / 1000,
        failure: test.status === 'failed' ? test.failureMessages.join('\n') : undefined,
      }));
    }) ?? [],
  /** Playwright's report; a test that passes only on another try has failed, too. */
  /** @param {any} report @returns {Told[]} */
  ({ suites }) => {
    /** @param {any} suite @returns {Told[]} */
    const all = ({ suites: inner = [], specs = [] }) => [
      ...specs.map((/** @type {any} */ { file, title, tests }) => {
        /** @type {any[]} */
        const results = tests.flatMap((/** @type {any} */ test) => test.results);
        return {
          name: `${file}: ${title}`,
          seconds: results.reduce((sum, { duration }) => sum + duration / 1000, 0),
          failure: results.find(({ error }) => error)?.error.message,
        };
      }),
      ...inner.flatMap(all),
    ];
    return suites?.flatMap(all) ?? [];
  },
];

/** All tests of all reports in a folder. @param {string} folder @returns {Told[]} */
function tests(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => {
      const report = JSON.parse(readFileSync(join(folder, name), 'utf8'));
      const kind = name.replace(/\.json$/, '').replace(/_\d+$/, '');
      return readers
        .flatMap((read) => read(report))
        .map((test) => ({ ...test, name: `${kind} ${test.name}` }));
    });
}

/**
 * The tests that took longest, of all reports in a folder.
 * @param {string} folder
 * @param {number} count
 * @returns {Told[]}
 */
export function slowest(folder, count) {
  return tests(folder)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count);
}

/**
 * The failed tests of all reports in a folder, each with the beginning of its message: they are
 * named at the end of a long run's output, whose middle may have been cut away.
 * @param {string} folder
 * @returns {string[]}
 */
export function failures(folder) {
  return tests(folder).flatMap(({ name, failure }) => {
    if (failure === undefined) return [];
    const lines = failure.replace(COLOURS, '').split('\n').slice(0, MESSAGE_LINES);
    return [[name, ...lines.map((line) => `  ${line}`)].join('\n')];
  });
}
