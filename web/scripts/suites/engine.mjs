// The suites of the engine: its tests natively, under sanitizers and in WebAssembly, the crash
// explorer, fuzzing.
import { existsSync, readFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { buildEngine } from '../build_engine.mjs';
import { cmakeBuild } from '../cmake.mjs';
import { nativeBuild } from '../native.mjs';
import { inParallel, must, run } from '../process.mjs';
import { count, readReport, settled, sum } from './counts.mjs';
import { fuzz } from './fuzz.mjs';
import { compiled, reports } from './suite.mjs';

/** @typedef {import('./suite.mjs').Count} Count */
/** @typedef {import('./suite.mjs').Depth} Depth */
/** @typedef {import('./suite.mjs').Suite} Suite */
/** @typedef {{name: string, command: string[], filter?: string}} Program */

/** The crash and recovery of one small run: anything that is broken outright breaks it. */
const SMOKE = 'Point.RecoversFromAPowerCutToAConsistentDatabase:Arena.*:Session.*';

/** The same of the explorer: one system's stories. */
export const EXPLORE_SMOKE = 'Families.KeepTheirPromise/NVLogging';

/**
 * Tests that run natively, and here only in deep runs: long ones that shorter ones repeat, as far
 * as sanitizers see.
 */
const LEFT_TO_NATIVE = [
  // Tests of numbers, which are the same under sanitizers.
  '*/HostChoice.*',
  '*/Renaming.*',
  '*/Banks.ChangeNothing*',
  '*/Banks.AreWaitedFor*',
  '*/ClosedNetworks.*',
  'Destaging.AtAMeasuredRate*',
  // Tests that are large, or of every system with every workload.
  '*/Benchmarks.WithTrees*',
  '*/RewindForms.RunRecoverAndAreConsistent/*',
  'PcmSwap.LeavesATpcc*',
  'Tpcc.DeliveriesDoNotPassEachOther',
  'Tpcc.StaysConsistentWithClients*',
  'Point.RecoversOverASmallCentralLog',
  'Tpcc.ALargeDatabase*',
  'Tpcc.ALostChangeIsNoticedInALargeDatabase',
];
const SHORT = `-${LEFT_TO_NATIVE.join(':')}`;
/**
 * Tests that repeat one for many systems and take a quarter of the time: a third of them runs each
 * day.
 */
const IN_TURNS = /^Shapes\/Indexed\./;
const DAYS = 3;

/** @param {string} name @param {readonly string[]} command @param {NodeJS.ProcessEnv} env */
async function googleTest(name, [program = '', ...before], env) {
  const path = join(reports, `${name}.json`);
  const args = [...before, `--gtest_output=json:${path}`, '--gtest_brief=1'];
  const { code, output } = await run(program, args, {
    stdout: 'pipe',
    env: { ...process.env, ...env },
  });
  if (code !== 0) process.stdout.write(`${name}:\n${output}`);
  return settled(readReport('gtest', path), code === 0);
}

/** The tests of a program, by their full names. @param {string} program */
async function testsOf(program) {
  const { output } = await must(program, ['--gtest_list_tests'], { stdout: 'pipe' });
  let suite = '';
  return output.split('\n').flatMap((line) => {
    const name = line.replace(/#.*/, '').trimEnd();
    if (name.startsWith(' ')) return [`${suite}${name.trim()}`];
    suite = name;
    return [];
  });
}

/** A program's tests of a usual day under sanitizers, as a filter. @param {string} program */
async function shortOfDay(program) {
  const day = Number(process.env.AFTERIMAGE_DAY);
  const turns = (await testsOf(program)).filter((name) => IN_TURNS.test(name));
  return [SHORT, ...turns.filter((_, n) => (n + day) % DAYS !== 0)].join(':');
}

/**
 * Runs test programs, each in parts, so that no core waits for the longest one.
 * @param {readonly Program[]} programs @param {number} [parts] @param {NodeJS.ProcessEnv} [others]
 */
export async function googleTests(programs, parts = 3 * cpus().length, others = {}) {
  /** @type {Count[]} */
  const counts = [];
  const jobs = programs.flatMap(({ name, command, filter }) =>
    Array.from({ length: parts }, (_, part) => async () => {
      const shard = { GTEST_TOTAL_SHARDS: `${parts}`, GTEST_SHARD_INDEX: `${part}` };
      const line = filter ? [...command, `--gtest_filter=${filter}`] : command;
      counts.push(await googleTest(`${name}_${part}`, line, { ...others, ...shard }));
    }),
  );
  await inParallel(jobs, cpus().length);
  return sum(counts);
}

/**
 * Runs the engine's tests: both flavours in a deep run, else one.
 * @param {'native' | 'sanitize'} kind @param {Depth} depth @param {string} usual the flavour
 * @param {(program: string) => Promise<string>} [short] the filter of a usual run
 */
async function engineTests(kind, depth, usual, short) {
  const deep = depth === 'deep';
  const names = (deep ? ['traced', 'untraced'] : [usual]).map((each) => `engine_tests_${each}`);
  const folder = await compiled(() => nativeBuild({ kind, targets: names, comparisons: deep }));
  /** @type {Program[]} */
  const programs = [];
  for (const name of names) {
    const program = join(folder, name);
    const filter = depth === 'quick' ? SMOKE : depth === 'usual' && (await short?.(program));
    programs.push({ name: `${kind}_${name}`, command: [program], ...(filter && { filter }) });
  }
  return googleTests(programs, depth === 'quick' ? 1 : undefined);
}

/** @type {Suite['action']} */
async function explore(depth) {
  const folder = await compiled(() => nativeBuild({ targets: ['explore_tests'] }));
  const program = join(folder, 'explore_tests');
  if (depth === 'quick')
    return googleTest('explore_quick', [program, `--gtest_filter=${EXPLORE_SMOKE}`], {});
  // Programs are run one by one. A system's families and mutations take longest, so they begin.
  const names = await testsOf(program);
  const long = names.filter((name) => /^Families\.|Mutations\./.test(name));
  const filters = [...new Set([...long, ...names])];
  /** @type {Count[]} */
  const counts = [];
  const report = (/** @type {number} */ index) => `explore_${index}`;
  const jobs = filters.map((filter, index) => async () => {
    counts.push(await googleTest(report(index), [program, `--gtest_filter=${filter}`], {}));
  });
  await inParallel(jobs, cpus().length);
  const pairs = filters.reduce((all, _, index) => all + pairsIn(report(index)), 0);
  process.stdout.write(`${pairs.toPrecision(6)} (point, image) pairs of all families together\n`);
  return sum([...counts, count(pairs >= LEAST_PAIRS)]);
}

/**
 * The least number of (point, image) pairs of all families: fewer would mean that almost nothing is
 * explored.
 */
const LEAST_PAIRS = 5e7;

/** The number of pairs that the families of a report have explored. @param {string} name */
function pairsIn(name) {
  const path = join(reports, `${name}.json`);
  if (!existsSync(path)) return 0;
  /** @type {{testsuites: {testsuite: {pairs?: string}[]}[]}} */
  const { testsuites } = JSON.parse(readFileSync(path, 'utf8'));
  const all = testsuites.flatMap(({ testsuite }) => testsuite);
  return all.reduce((found, { pairs = '0' }) => found + Number(pairs), 0);
}

/** @type {Suite['action']} */
async function wasmTests(depth) {
  const names = depth === 'deep' ? ['traced', 'untraced'] : ['portable'];
  const targets = names.map((name) => `engine_tests_${name}`);
  const folder = await compiled(() => cmakeBuild('browser', { targets }));
  return googleTests(
    targets.map((name) => ({
      name: `wasm_${name}`,
      command: [process.execPath, join(folder, `${name}.cjs`)],
      ...(depth === 'quick' && { filter: SMOKE }),
    })),
    { quick: 1, usual: cpus().length, deep: undefined }[depth],
  );
}

const ENGINE = /^engine-wasm\/|^web\/scripts\//;
/** @param {string} folder */
const engineOr = (folder) => new RegExp(`${ENGINE.source}|^scenarios/|^tests/${folder}/`);

/** @type {Suite[]} */
export const engineSuites = [
  {
    name: 'engine',
    what: 'the engine compiles to WebAssembly',
    tools: ['emscripten'],
    budget: 120,
    touched: ENGINE,
    action: async () => {
      await compiled(() => buildEngine());
      return count(true);
    },
  },
  {
    name: 'native',
    what: 'engine tests, untraced; in depth traced as well',
    tools: ['compiler', 'gtest'],
    budget: 85,
    touched: engineOr('engine'),
    action: (depth) => engineTests('native', depth, 'untraced'),
  },
  {
    name: 'explore',
    what: 'power cuts everywhere, and every mutation caught',
    tools: ['compiler', 'gtest'],
    budget: 100,
    touched: engineOr('explore'),
    action: explore,
  },
  {
    name: 'sanitize',
    what: 'engine tests under ASan and UBSan, traced; in depth untraced as well',
    tools: ['compiler', 'gtest', 'sanitizers'],
    budget: 166,
    touched: engineOr('engine'),
    action: (depth) => engineTests('sanitize', depth, 'traced', shortOfDay),
  },
  {
    name: 'fuzz',
    what: 'damaged devices and files: what was found once, then new ones',
    tools: ['compiler', 'fuzzer'],
    budget: 28,
    touched: engineOr('fuzz'),
    action: (depth) => fuzz(depth),
  },
  {
    name: 'wasm',
    what: 'engine tests in WebAssembly',
    tools: ['emscripten', 'gtest'],
    budget: 34,
    touched: engineOr('engine'),
    action: wasmTests,
  },
];
