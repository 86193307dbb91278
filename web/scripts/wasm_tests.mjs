// The engine's own tests, compiled to WebAssembly and run by Node: the same suite as the native one.
import { cpus } from 'node:os';
import { join } from 'node:path';
import { engineBatch, hostLibrary } from './build_engine.mjs';
import { compile, emxx, holds, objectsOf, writeIfChanged } from './emscripten.mjs';
import { memory, stackSetting, wholeFlavours } from './engine_settings.mjs';
import { filesUnder } from './files_under.mjs';
import { modified } from './freshness.mjs';
import { joinSources } from './join_sources.mjs';
import { inParallel, Problem, root } from './process.mjs';
import { googleTestSource } from './tools.mjs';

const tests = join(root, 'tests/engine');
const cache = join(root, 'build/wasm_tests');
const joined = join(cache, 'joined');
const environment = join(root, 'web/scripts/wasm_tests_environment.js');
const warnings = ['-Wall', '-Wextra', '-Wno-unknown-warning-option'];

/** @param {string} gtest its sources @param {readonly string[]} defines */
const flags = (gtest, defines) => [
  ...['-std=c++20', '-O1', '-fno-exceptions', '-fno-rtti', '-ffp-contract=off', ...defines],
  ...[`-I${join(root, 'engine-wasm')}`, `-I${tests}`, `-I${gtest}/include`],
  // No threads, no child processes: death tests leave themselves out.
  '-DGTEST_HAS_PTHREAD=0',
];

/** @param {import('./emscripten.mjs').Batch[]} batches @param {string} program @param {string} stack */
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

/** GoogleTest itself, compiled alike. @returns {import('./emscripten.mjs').Batch} */
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

/** @returns {Sources} */
const apartTests = () => ({ sources: filesUnder(tests, /\.cc$/), root: tests });

/** A folder of tests as one source, as in engine-wasm/CMakeLists.txt. @returns {Sources} */
const joinedTests = () => ({
  sources: joinSources(filesUnder(tests, /\.cc$/), tests, joined),
  root: joined,
});

/** The tests, for one flavour of the engine.
 * @param {import('./emscripten.mjs').Batch} engine @param {string} name @param {Sources} from */
function testBatch(engine, name, from) {
  const defines = engine.flags.filter((flag) => flag.startsWith('-DAFTERIMAGE'));
  const scenarios = `-DAFTERIMAGE_SCENARIOS="${join(root, 'scenarios')}"`;
  return {
    ...from,
    cache: join(cache, name),
    flags: [...flags(googleTestSource() ?? '', [...defines, scenarios]), ...warnings],
  };
}

/** @param {Sources} from */
async function compileTests(from) {
  const framework = frameworkBatch();
  const flavours = wholeFlavours.map((name) => {
    const engine = engineBatch(name);
    return {
      engine,
      tests: testBatch(engine, name, from),
      program: join(cache, `engine_tests_${name}.cjs`),
    };
  });
  const own = flavours.flatMap(({ engine, tests }) => [engine, tests]);
  const stack = stackSetting(await compile([framework, ...own]));
  return { framework, flavours, stack };
}

/** Returns the programs, one a flavour, for Node to run. */
export async function buildWasmTests() {
  const { framework, flavours, stack } = await compileTests(joinedTests()).catch((error) => {
    if (!(error instanceof Problem)) throw error;
    process.stderr.write('Again, one by one: do two tests in a folder use one name?\n');
    return compileTests(apartTests());
  });
  const links = flavours.map(
    ({ engine, tests, program }) =>
      () =>
        link([engine, tests, framework], program, stack),
  );
  await inParallel(links, cpus().length);
  return flavours.map(({ program }) => program);
}
