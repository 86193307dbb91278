// The suites of the engine: its tests natively, under sanitizers and in WebAssembly, the crash explorer, fuzzing.
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { buildEngine } from '../build_engine.mjs';
import { nativeBuild } from '../native.mjs';
import { inParallel, run } from '../process.mjs';
import { count, readReport, settled, sum } from './counts.mjs';
import { fuzz } from './fuzz.mjs';
import { compiled, reports } from './suite.mjs';
import { buildWasmTests } from './wasm_tests.mjs';

/** @typedef {import('./suite.mjs').Count} Count */
/** @typedef {import('./suite.mjs').Suite} Suite */
/** @typedef {{name: string, command: string[], filter?: string}} Program */

/** Of the crash and recovery of one small run: whatever is broken outright breaks it. */
const SMOKE = 'Point.RecoversFromAPowerCutToAConsistentDatabase:Arena.*:Session.*';

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

/** Runs test programs, each in parts: no core waits for the longest one.
 * @param {readonly Program[]} programs @param {number} [parts] */
async function googleTests(programs, parts = 3 * cpus().length) {
  /** @type {Count[]} */
  const counts = [];
  const jobs = programs.flatMap(({ name, command, filter }) =>
    Array.from({ length: parts }, (_, part) => async () => {
      const env = { GTEST_TOTAL_SHARDS: `${parts}`, GTEST_SHARD_INDEX: `${part}` };
      const line = filter ? [...command, `--gtest_filter=${filter}`] : command;
      counts.push(await googleTest(`${name}_${part}`, line, env));
    }),
  );
  await inParallel(jobs, cpus().length);
  return sum(counts);
}

/** @param {'native' | 'sanitize'} kind @param {readonly string[]} flavours @param {string} [filter] */
async function engineTests(kind, flavours, filter) {
  const names = flavours.map((flavour) => `engine_tests_${flavour}`);
  const folder = await compiled(() => nativeBuild({ kind, targets: names }));
  const programs = names.map((name) => ({
    name: `${kind}_${name}`,
    command: [join(folder, name)],
    ...(filter && { filter }),
  }));
  return googleTests(programs, filter ? 1 : undefined);
}

/** Each flavour's tests run once: the traced ones under the sanitizers, which find what a plain run does not.
 * @param {import('./suite.mjs').Depth} depth @param {string} usual @returns {readonly string[]} */
const flavoursFor = (depth, usual) => (depth === 'deep' ? ['traced', 'untraced'] : [usual]);

/** @type {Suite['action']} */
async function explore(depth) {
  const folder = await compiled(() => nativeBuild({ targets: ['explore_tests'] }));
  const program = join(folder, 'explore_tests');
  if (depth === 'quick')
    return googleTest(
      'explore_quick',
      [program, '--gtest_filter=Families.KeepTheirPromise/NVLogging'],
      {},
    );
  /** @type {Count[]} */
  const counts = [];
  // In two halves, which leave nothing out.
  const jobs = ['*Families.KeepTheirPromise*', '-*Families.KeepTheirPromise*'].map(
    (filter, part) => async () => {
      counts.push(await googleTest(`explore_${part}`, [program, `--gtest_filter=${filter}`], {}));
    },
  );
  await inParallel(jobs, cpus().length);
  return sum(counts);
}

/** @type {Suite['action']} */
async function wasmTests(depth) {
  const programs = await compiled(() => buildWasmTests(depth === 'deep' ? 'whole' : 'portable'));
  return googleTests(
    programs.map((path) => ({
      name: `wasm_${basename(path, '.cjs')}`,
      command: [process.execPath, path],
    })),
    depth === 'deep' ? undefined : cpus().length,
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
    budget: 150,
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
    budget: 90,
    touched: engineOr('engine'),
    action: (depth) =>
      engineTests('native', flavoursFor(depth, 'untraced'), depth === 'quick' ? SMOKE : undefined),
  },
  {
    name: 'explore',
    what: 'power cuts everywhere, and every mutation caught',
    tools: ['compiler', 'gtest'],
    budget: 60,
    touched: engineOr('explore'),
    action: explore,
  },
  {
    name: 'sanitize',
    what: 'engine tests under ASan and UBSan, traced; in depth untraced as well',
    tools: ['compiler', 'gtest', 'sanitizers'],
    budget: 150,
    touched: engineOr('engine'),
    action: (depth) =>
      engineTests('sanitize', flavoursFor(depth, 'traced'), depth === 'quick' ? SMOKE : undefined),
  },
  {
    name: 'fuzz',
    what: 'damaged devices and files: what was found once, then new ones',
    tools: ['compiler', 'fuzzer'],
    budget: 30,
    touched: engineOr('fuzz'),
    action: (depth) => fuzz({ quick: 0, usual: 20, deep: 120 }[depth]),
  },
  {
    name: 'wasm',
    what: 'engine tests in WebAssembly',
    tools: ['emscripten', 'gtest'],
    budget: 35,
    touched: engineOr('engine'),
    action: wasmTests,
  },
];
