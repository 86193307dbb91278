// `npm test`: installs what is missing, then runs every check. `npm test -- types web` runs some;
// `-- quick` a smoke test of each, `-- changed` what a change can break, `-- deep` everything. The
// last line sums up all suites: `N passed, N failed`.
import { mkdirSync, rmSync } from 'node:fs';
import { ensure } from './bootstrap.mjs';
import { main, Problem } from './process.mjs';
import { suites } from './suites/all.mjs';
import { changedFiles, concerned } from './suites/changed.mjs';
import { sum } from './suites/counts.mjs';
import { failures, lineOf, processorTime, slowest, table } from './suites/report.mjs';
import { reports, takeCompiling } from './suites/suite.mjs';

/** @typedef {import('./suites/suite.mjs').Suite} Suite */
/** @typedef {import('./suites/suite.mjs').Depth} Depth */

const DEPTHS = /** @type {const} */ (['quick', 'usual', 'deep']);
const CHANGED = 'changed';

/** Returns the choice that the words of the command line make. @param {readonly string[]} words */
async function choose(words) {
  const depth = DEPTHS.find((each) => words.includes(each)) ?? 'usual';
  const names = words.filter((word) => word !== depth && word !== CHANGED);
  const unknown = names.filter((name) => !suites.some((suite) => suite.name === name));
  if (unknown.length > 0) {
    const known = suites.map(({ name }) => name).join(', ');
    throw new Problem(
      `No suite is called ${unknown.join(', ')}; there are ${known}, and quick, deep and changed.`,
    );
  }
  const named = suites.filter(({ name, aside }) =>
    names.length === 0 ? !aside || depth === 'deep' : names.includes(name),
  );
  if (!words.includes(CHANGED)) return { depth, chosen: named, changed: undefined };
  const changed = await changedFiles();
  return { depth, chosen: concerned(named, changed), changed };
}

/** @param {Suite} suite @param {Depth} depth @param {readonly string[] | undefined} changed */
async function timed({ name, what, budget, action }, depth, changed) {
  process.stdout.write(`\n== ${name}: ${what}\n`);
  const start = performance.now();
  const before = processorTime();
  takeCompiling();
  const counted = await action(depth, changed).catch((error) => {
    process.stdout.write(`${error instanceof Problem ? error.message : error.stack}\n`);
    return { passed: 0, failed: 1 };
  });
  const after = processorTime();
  const taken = {
    name,
    ...counted,
    compiling: takeCompiling(),
    seconds: (performance.now() - start) / 1000,
    processor: before === undefined || after === undefined ? undefined : after - before,
    budget: depth === 'usual' && !changed ? budget : undefined,
  };
  process.stdout.write(`-- ${lineOf(taken)}\n`);
  return taken;
}

await main(async () => {
  const { depth, chosen, changed } = await choose(process.argv.slice(2));
  if (changed && chosen.length === 0) {
    process.stdout.write('Nothing has changed that a suite looks at.\n');
    return 0;
  }
  // Tests that sample take more samples in a deep run.
  process.env.AFTERIMAGE_TESTS = depth;
  // The long suites look at another quarter each day; the day stays the same for the whole run,
  // also past midnight.
  process.env.AFTERIMAGE_DAY ??= String(Math.floor(Date.now() / 86_400_000));
  await ensure([...new Set(chosen.flatMap(({ tools }) => tools))]);
  if (depth !== 'deep')
    process.stdout.write(
      `The long suites look at the share of AFTERIMAGE_DAY=${process.env.AFTERIMAGE_DAY}.\n`,
    );
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });

  const all = [];
  for (const suite of chosen) all.push(await timed(suite, depth, changed));
  const { passed, failed } = sum(all);
  const slow = slowest(reports, 10).map(({ name, seconds }) => `${number(seconds)} s  ${name}`);
  if (slow.length > 0) process.stdout.write(`\nThe slowest tests:\n${slow.join('\n')}\n`);
  const failedTests = failures(reports);
  if (failedTests.length > 0)
    process.stdout.write(`\nThe tests that failed:\n${failedTests.join('\n')}\n`);
  process.stdout.write(`\n${table(all)}\n\n${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
});

/** @param {number} seconds */
function number(seconds) {
  return seconds.toFixed(1).padStart(6);
}
