// Every check of the project, in the order in which `npm test` runs them.
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { buildEngine } from './build_engine.mjs';
import { siteViolations } from './built_site.mjs';
import { count, readReport, sentences, settled, sum } from './counts.mjs';
import { fuzz } from './fuzz.mjs';
import { violations } from './layers.mjs';
import { nativeBuild } from './native.mjs';
import { inParallel, Problem, root, run } from './process.mjs';
import { browserPath } from './tools.mjs';
import { buildWasmTests } from './wasm_tests.mjs';

/** @typedef {import('./counts.mjs').Count} Count */
/** @typedef {Parameters<typeof import('./bootstrap.mjs').ensure>[0][number]} ToolName */
/** @typedef {{name: string, what: string, tools: ToolName[], action: () => Promise<Count>}} Suite */

export const reports = join(root, 'build/reports');
/** @param {string} name */
const bin = (name) => join(root, 'node_modules', name);

/** Runs node programs of packages side by side; each is one check. @param {string[][]} lines */
async function programs(...lines) {
  const results = await Promise.all(
    lines.map((line) => run(process.execPath, line, { stdout: 'pipe' })),
  );
  for (const { code, output } of results) if (code !== 0) process.stdout.write(output);
  return count(...results.map(({ code }) => code === 0));
}

async function types() {
  await buildEngine({ types: true });
  const tsc = bin('typescript/bin/tsc');
  return programs([tsc, '-p', 'tsconfig.web.json'], [tsc, '-p', 'tsconfig.node.json']);
}

/** @param {'native' | 'sanitize'} kind */
async function engineTests(kind) {
  const flavours = ['engine_tests_traced', 'engine_tests_untraced'];
  const folder = await nativeBuild({ kind, targets: kind === 'sanitize' ? flavours : [] });
  return googleTests(
    flavours.map((name) => ({ name: `${kind}_${name}`, command: [join(folder, name)] })),
  );
}

async function explore() {
  const program = join(await nativeBuild({ targets: ['explore_tests'] }), 'explore_tests');
  /** @type {Count[]} */
  const counts = [];
  // In two halves, which leave nothing out.
  const jobs = ['Families.*', '-Families.*'].map((filter, part) => async () => {
    counts.push(await googleTest(`explore_${part}`, [program, `--gtest_filter=${filter}`], {}));
  });
  await inParallel(jobs, cpus().length);
  return sum(counts);
}

async function wasmTests() {
  const programs = await buildWasmTests();
  return googleTests(
    programs.map((path) => ({
      name: `wasm_${basename(path, '.cjs')}`,
      command: [process.execPath, path],
    })),
  );
}

/** Runs test programs, each in parts: no core waits for the longest one.
 * @param {{name: string, command: string[]}[]} programs */
async function googleTests(programs) {
  const cores = cpus().length;
  const parts = Array.from({ length: 3 * cores }, (_, part) => part);
  /** @type {Count[]} */
  const counts = [];
  const jobs = programs.flatMap(({ name, command }) =>
    parts.map((part) => async () => {
      const env = { GTEST_TOTAL_SHARDS: `${parts.length}`, GTEST_SHARD_INDEX: `${part}` };
      counts.push(await googleTest(`${name}_${part}`, command, env));
    }),
  );
  await inParallel(jobs, cores);
  return sum(counts);
}

/** @param {string} name @param {string[]} command @param {NodeJS.ProcessEnv} env */
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

async function vitest() {
  await buildEngine();
  // Native and WebAssembly traces are compared.
  await nativeBuild({ targets: ['afterimage_traced', 'afterimage_fast'] });
  const path = join(reports, 'web.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
  const { code } = await run(process.execPath, [bin('vitest/vitest.mjs'), 'run', ...reporters]);
  return settled(readReport('vitest', path), code === 0);
}

async function build() {
  await buildEngine();
  const vite = bin('vite/bin/vite.js');
  const built = await programs(
    [vite, 'build'],
    [vite, 'build', '--config', 'vite.single.config.ts'],
  );
  return built.failed ? built : sum([built, sentences(siteViolations(join(root, 'dist')))]);
}

async function playwright() {
  if (!existsSync(join(root, 'dist/index.html')))
    throw new Problem('nothing is built: run the suite "build" first');
  const path = join(reports, 'e2e.json');
  const env = { ...process.env, CHROMIUM_PATH: browserPath(), PLAYWRIGHT_JSON_OUTPUT_NAME: path };
  const args = [bin('@playwright/test/cli.js'), 'test', '--reporter=list,json'];
  const { code } = await run(process.execPath, args, { env });
  return settled(readReport('playwright', path), code === 0);
}

/** @type {Suite[]} */
export const suites = [
  {
    name: 'engine',
    what: 'the engine compiles to WebAssembly',
    tools: ['emscripten'],
    action: async () => {
      await buildEngine();
      return count(true);
    },
  },
  { name: 'types', what: 'TypeScript', tools: [], action: types },
  {
    name: 'lint',
    what: 'Biome',
    tools: [],
    action: () => programs([bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings']),
  },
  {
    name: 'layers',
    what: 'who may use whom',
    tools: [],
    action: async () => sentences(violations(root)),
  },
  {
    name: 'native',
    what: 'engine tests, traced and untraced',
    tools: ['compiler', 'gtest'],
    action: () => engineTests('native'),
  },
  {
    name: 'explore',
    what: 'power cuts everywhere, and every mutation caught',
    tools: ['compiler', 'gtest'],
    action: explore,
  },
  {
    name: 'sanitize',
    what: 'the same tests under ASan and UBSan',
    tools: ['compiler', 'gtest', 'sanitizers'],
    action: () => engineTests('sanitize'),
  },
  {
    name: 'fuzz',
    what: 'damaged devices and files, for 60 s',
    tools: ['compiler', 'fuzzer'],
    action: () => fuzz(60),
  },
  {
    name: 'wasm',
    what: 'the same tests through WebAssembly',
    tools: ['emscripten', 'gtest'],
    action: wasmTests,
  },
  {
    name: 'web',
    what: 'client, model and contract tests',
    tools: ['emscripten', 'compiler'],
    action: vitest,
  },
  { name: 'build', what: 'the site and the single file', tools: ['emscripten'], action: build },
  {
    name: 'e2e',
    what: 'journeys in a real browser',
    tools: ['emscripten', 'chromium', 'chinese'],
    action: playwright,
  },
];
