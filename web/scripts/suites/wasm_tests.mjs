// The engine's own tests, compiled to WebAssembly and run by Node: all of them, or those of the
// layers in which WebAssembly can differ: pointers and sizes of 32 bits, rounding, memory that
// grows, a stack of its own. That systems and workloads do the same there is compared by digests
// (tests/contract/native_wasm.test.ts).
import { cpus } from 'node:os';
import { join, relative } from 'node:path';
import { engineBatch, hostLibrary } from '../build_engine.mjs';
import { compile, emxx, holds, objectsOf, writeIfChanged } from '../emscripten.mjs';
import { memory, stackSetting, wholeFlavours } from '../engine_settings.mjs';
import { filesUnder } from '../files_under.mjs';
import { modified } from '../freshness.mjs';
import { joinSources } from '../join_sources.mjs';
import { inParallel, Problem, root } from '../process.mjs';
import { googleTestSource } from '../tools.mjs';

const tests = join(root, 'tests/engine');
const cache = join(root, 'build/wasm_tests');
const joined = join(cache, 'joined');
const environment = join(root, 'web/scripts/suites/wasm_tests_environment.js');
const warnings = ['-Wall', '-Wextra', '-Wno-unknown-warning-option'];

/** @param {string} gtest its sources @param {readonly string[]} defines */
const flags = (gtest, defines) => [
  '-std=c++20',
  '-O1',
  '-fno-exceptions',
  '-fno-rtti',
  '-ffp-contract=off',
  ...defines,
  `-I${join(root, 'engine-wasm')}`,
  `-I${tests}`,
  `-I${gtest}/include`,
  // No threads, no child processes: death tests leave themselves out.
  '-DGTEST_HAS_PTHREAD=0',
];

/**
 * @param {import('../emscripten.mjs').Batch[]} batches
 * @param {string} program
 * @param {string} stack
 */
async function link(batches, program, stack) {
  const objects = batches.flatMap(objectsOf);
  const settings = [
    'ENVIRONMENT=node',
    // Tests read scenario files and write a report.
    'NODERAWFS=1',
    'EXIT_RUNTIME=1',
    'ALLOW_MEMORY_GROWTH=1',
    // As in the browser's build.
    'MALLOC=emmalloc',
    // Older versions would fetch the module from a path, which Node refuses.
    'WASM_ASYNC_COMPILATION=0',
    // Twice the engine's: GoogleTest has frames of its own.
    `${stack}=${2 * memory.stack}`,
  ];
  const args = [
    ...objects,
    '-O1',
    ...settings.map((each) => `-s${each}`),
    '--js-library',
    hostLibrary,
    '--pre-js',
    environment,
    '-o',
    program,
  ];
  const stamp = `${program}.json`;
  const newest = Math.max(...[...objects, hostLibrary, environment].map(modified));
  if (holds(stamp, JSON.stringify(args)) && newest <= modified(program)) return;
  await emxx(args);
  writeIfChanged(stamp, JSON.stringify(args));
}

/** GoogleTest itself, compiled alike. @returns {import('../emscripten.mjs').Batch} */
function frameworkBatch() {
  const gtest = googleTestSource() ?? '';
  return {
    sources: ['gtest-all.cc', 'gtest_main.cc'].map((name) => join(gtest, 'src', name)),
    root: gtest,
    cache: join(cache, 'gtest'),
    flags: [...flags(gtest, []), `-I${gtest}`],
  };
}

/** Where the tests are. @typedef {{sources: readonly string[], root: string}} Sources */

/** @typedef {'portable' | 'whole'} Extent */
/** The layers below systems and workloads. */
const PORTABLE = /^(base|sim|tier|db|log|persistency|support)\//;

/** @param {Extent} extent */
const sourcesOf = (extent) =>
  filesUnder(tests, /\.cc$/).filter(
    (path) => extent === 'whole' || PORTABLE.test(relative(tests, path)),
  );

/** @param {Extent} extent @returns {Sources} */
const apartTests = (extent) => ({ sources: sourcesOf(extent), root: tests });

/**
 * A folder of tests as one source, as in engine-wasm/CMakeLists.txt.
 * @param {Extent} extent
 * @returns {Sources}
 */
const joinedTests = (extent) => ({
  sources: joinSources(sourcesOf(extent), tests, join(joined, extent)),
  root: join(joined, extent),
});

/** The tests, for one flavour of the engine.
 * @param {import('../emscripten.mjs').Batch} engine @param {string} name @param {Sources} from */
function testBatch(engine, name, from) {
  const defines = engine.flags.filter((flag) => flag.startsWith('-DAFTERIMAGE'));
  const scenarios = `-DAFTERIMAGE_SCENARIOS="${join(root, 'scenarios')}"`;
  return {
    ...from,
    cache: join(cache, name),
    headers: `#include <gtest/gtest.h>\n${engine.headers ?? ''}`,
    flags: [...flags(googleTestSource() ?? '', [...defines, scenarios]), ...warnings],
  };
}

/** @param {Sources} from @param {Extent} extent */
async function compileTests(from, extent) {
  const framework = frameworkBatch();
  const names = extent === 'whole' ? wholeFlavours : /** @type {const} */ (['explore']);
  const flavours = names.map((name) => {
    const engine = engineBatch(name);
    return {
      engine,
      tests: testBatch(engine, `${extent}_${name}`, from),
      program: join(cache, `engine_tests_${extent}_${name}.cjs`),
    };
  });
  const own = flavours.flatMap(({ engine, tests }) => [engine, tests]);
  const stack = stackSetting(await compile([framework, ...own]));
  return { framework, flavours, stack };
}

/** Returns the programs, one a flavour, for Node to run. @param {Extent} extent */
export async function buildWasmTests(extent) {
  const built = compileTests(joinedTests(extent), extent).catch((error) => {
    if (!(error instanceof Problem)) throw error;
    process.stderr.write('Again, one by one: do two tests in a folder use one name?\n');
    return compileTests(apartTests(extent), extent);
  });
  const { framework, flavours, stack } = await built;
  const links = flavours.map(
    ({ engine, tests, program }) =>
      () =>
        link([engine, tests, framework], program, stack),
  );
  await inParallel(links, cpus().length);
  return flavours.map(({ program }) => program);
}
