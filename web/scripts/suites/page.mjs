// The suites of the page: types, style, layers, its tests without and with a browser, and the built
// site.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildEngine } from '../build_engine.mjs';
import { siteViolations } from '../built_site.mjs';
import { clangFormat } from '../clang_format.mjs';
import { checkFormats } from '../formats/formats.mjs';
import { violations } from '../layers/layers.mjs';
import { nativeBuild } from '../native.mjs';
import { Problem, root, run } from '../process.mjs';
import { browserPath } from '../tools.mjs';
import { count, readReport, sentences, settled, sum } from './counts.mjs';
import { specsFor, specsOfDay } from './specs.mjs';
import { compiled, packaged, reports } from './suite.mjs';

/** @typedef {import('./suite.mjs').Suite} Suite */

/** Runs node programs of packages side by side; each is one check. @param {string[][]} lines */
async function programs(...lines) {
  const results = await Promise.all(
    lines.map((line) => run(process.execPath, line, { stdout: 'pipe' })),
  );
  for (const { code, output } of results) if (code !== 0) process.stdout.write(output);
  return count(...results.map(({ code }) => code === 0));
}

async function lint() {
  const style = await programs(
    [packaged('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings'],
    clangFormat({ write: false }),
  );
  return sum([style, count((await checkFormats()) === 0)]);
}

async function types() {
  await compiled(() => buildEngine({ types: true }));
  const tsc = packaged('typescript/bin/tsc');
  return programs([tsc, '-p', 'tsconfig.web.json'], [tsc, '-p', 'tsconfig.node.json']);
}

/**
 * The files that tests without a browser read, so that imports do not show which tests are
 * affected.
 */
const READ_BY_TESTS = /^(scenarios|engine-wasm|public|docs|tests\/fixtures|web\/scripts)\//;

/**
 * The tests that run; no names mean all.
 * @param {import('./suite.mjs').Depth} depth
 * @param {readonly string[]} [changed]
 */
function chosenTests(depth, changed) {
  if (depth === 'quick') return ['run', 'tests/contract/lectures', 'tests/web/store/page/services'];
  const sources = changed?.filter((path) => /\.(m?ts|tsx|mjs)$/.test(path) && existsSync(path));
  if (!sources || changed?.some((path) => READ_BY_TESTS.test(path))) return ['run'];
  return ['related', '--run', '--passWithNoTests', ...sources];
}

/** @type {Suite['action']} */
async function vitest(depth, changed) {
  await compiled(async () => {
    await buildEngine();
    // The native and WebAssembly traces are compared.
    await nativeBuild({ targets: ['afterimage_traced', 'afterimage_fast', 'afterimage_formats'] });
  });
  const path = join(reports, 'web.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${path}`];
  const args = [packaged('vitest/vitest.mjs'), ...chosenTests(depth, changed), ...reporters];
  const { code } = await run(process.execPath, args);
  return settled(readReport('vitest', path), code === 0);
}

async function build() {
  await compiled(() => buildEngine());
  const vite = packaged('vite/bin/vite.js');
  const built = await programs(
    [vite, 'build'],
    [vite, 'build', '--config', 'vite.single.config.ts'],
  );
  return built.failed ? built : sum([built, sentences(siteViolations(join(root, 'dist')))]);
}

/** The browser tests with this mark look at every lecture at every size. */
const DEEP = '@deep';

/** @param {import('./suite.mjs').Depth} depth @param {readonly string[]} [changed] */
function specs(depth, changed) {
  if (changed) return specsFor(changed) ?? [];
  return depth === 'usual' ? specsOfDay(Number(process.env.AFTERIMAGE_DAY)) : [];
}

/** @type {Suite['action']} */
async function playwright(depth, changed) {
  if (!existsSync(join(root, 'dist/index.html')))
    throw new Problem('nothing is built: run the suite "build" first');
  const path = join(reports, 'e2e.json');
  const env = { ...process.env, CHROMIUM_PATH: browserPath(), PLAYWRIGHT_JSON_OUTPUT_NAME: path };
  const args = [packaged('@playwright/test/cli.js'), 'test', '--reporter=list,json'];
  if (depth === 'quick') args.push('stepping', '--grep', 'each step change');
  if (depth !== 'deep') args.push('--grep-invert', DEEP);
  args.push(...specs(depth, changed).filter((name) => existsSync(join(root, name))));
  const { code } = await run(process.execPath, args, { env });
  return settled(readReport('playwright', path), code === 0);
}

const PAGE = /^(web|scenarios|public|engine-wasm)\/|^[^/]*\.(json|ts)$/;
/** @param {string} more */
const pageOr = (more) => new RegExp(`${PAGE.source}|${more}`);

/** @type {Suite[]} */
export const pageSuites = [
  {
    name: 'types',
    what: 'TypeScript',
    tools: [],
    budget: 8,
    touched: /\.(m?ts|tsx|mjs|json)$|^engine-wasm\/api\//,
    action: types,
  },
  {
    name: 'lint',
    what: 'Biome, clang-format, and what is written from the tables of files',
    tools: ['compiler'],
    budget: 5,
    touched: /\.(m?js|m?ts|tsx|css|json|html|cc|h)$|^docs\/formats\.md$|^\.clang-format$/,
    action: lint,
  },
  {
    name: 'layers',
    what: 'who may use whom',
    tools: [],
    budget: 2,
    touched: /\.(cc|h|ts|tsx|mjs|css)$/,
    action: async () => sentences(violations(root)),
  },
  {
    name: 'numbers',
    what: 'what can be counted of the sources',
    tools: [],
    budget: 6,
    touched: /\.(cc|h|ts|tsx|mjs)$/,
    // The suite parses sources by a package, which may have to be installed first.
    action: async () => sentences((await import('../numbers/numbers.mjs')).tooLarge(root)),
  },
  {
    name: 'web',
    what: 'client, model and contract tests',
    tools: ['emscripten', 'compiler'],
    budget: 118,
    touched: pageOr('^docs/|^tests/(web|contract|fixtures)/'),
    action: vitest,
  },
  {
    name: 'build',
    what: 'the site and the single file',
    tools: ['emscripten'],
    budget: 8,
    touched: pageOr('^tests/e2e/'),
    action: build,
  },
  {
    name: 'e2e',
    what: 'journeys in a real browser',
    tools: ['emscripten', 'chromium', 'chinese'],
    budget: 209,
    touched: pageOr('^tests/e2e/'),
    action: playwright,
  },
];
