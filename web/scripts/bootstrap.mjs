// Puts in place what a command needs: npm packages, then programs by apt where that is possible.
// Where it is not, one sentence says what to install and how. Node built-ins only.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { must, Problem, root, run, which } from './process.mjs';

/**
 * `apt`: packages of Debian and Ubuntu. `otherwise`: what to do where apt is not to be had.
 * @typedef {{what: string, found: () => boolean, apt: readonly string[], otherwise: string}} Tool
 */

const clangs = ['clang++-14', 'clang++'];
/** The compiler for sanitizers: g++ overflows the stack in coroutines under them. */
export const clang = () => clangs.find((name) => which(name));

/** @param {string} name a file under one of the usual include or library folders */
const library = (name) =>
  ['/usr', '/usr/local', '/opt/homebrew'].some((prefix) => existsSync(join(prefix, name)));

/** For the tests in WebAssembly, which need GoogleTest compiled alike. */
export const googleTestSource = () =>
  [process.env.GTEST_SOURCE, '/usr/src/googletest/googletest'].find(
    (folder) => folder && existsSync(join(folder, 'src/gtest-all.cc')),
  );

/** @param {string} folder @param {string} file @param {number} depth @returns {boolean} */
const holds = (folder, file, depth) =>
  existsSync(folder) &&
  readdirSync(folder, { withFileTypes: true }).some((entry) =>
    entry.isDirectory()
      ? depth > 0 && holds(join(folder, entry.name), file, depth - 1)
      : entry.name.startsWith(file),
  );

/** @type {Record<string, Tool>} */
const tools = {
  emscripten: {
    what: 'Emscripten (em++), which compiles the engine for the browser',
    found: () => which('em++') !== undefined,
    apt: ['emscripten'],
    otherwise: 'install it from emscripten.org (emsdk) or with Homebrew and put em++ on PATH',
  },
  compiler: {
    what: 'a C++20 compiler, CMake and Ninja, which build the engine natively',
    found: () => ['g++', 'cmake', 'ninja'].every(which),
    apt: ['g++', 'cmake', 'ninja-build'],
    otherwise:
      'install them with the package manager (on macOS: xcode-select --install; brew install cmake ninja)',
  },
  gtest: {
    what: 'GoogleTest with its sources, which runs the engine tests',
    found: () => library('include/gtest/gtest.h') && googleTestSource() !== undefined,
    apt: ['libgtest-dev'],
    otherwise:
      'install it with the package manager (on macOS: brew install googletest) and set GTEST_SOURCE to its sources',
  },
  sanitizers: {
    what: 'clang++ with its sanitizer runtime, for the engine tests under ASan and UBSan',
    found: () =>
      clang() !== undefined &&
      (process.platform === 'darwin' ||
        holds('/usr/lib/llvm-14/lib/clang', 'libclang_rt.asan', 3) ||
        holds('/usr/lib/clang', 'libclang_rt.asan', 3)),
    apt: ['clang-14', 'libclang-rt-14-dev'],
    otherwise: 'install clang and its compiler-rt with the package manager',
  },
  chromium: {
    what: 'Chromium, which runs the browser tests',
    found: () => browserPath() !== undefined,
    apt: ['chromium'],
    otherwise:
      'run "npx playwright install chromium", or set CHROMIUM_PATH to a Chromium or Chrome',
  },
  chinese: {
    what: 'a font with Chinese characters, for the browser tests',
    found: () => process.platform !== 'linux' || hasChineseFont(),
    apt: ['fonts-droid-fallback'],
    otherwise:
      'install one with the package manager (for example Droid Sans Fallback or Noto Sans CJK)',
  },
};

const hasChineseFont = () =>
  ['DroidSansFallback', 'NotoSansCJK', 'NotoSansSC', 'wqy-'].some((name) =>
    ['/usr/share/fonts', '/usr/local/share/fonts'].some((folder) => holds(folder, name, 3)),
  );

/** Where the browser for tests is: $CHROMIUM_PATH, Playwright's own, the system's. */
export function browserPath() {
  const named = process.env.CHROMIUM_PATH;
  if (named) return existsSync(named) ? named : undefined;
  const home = process.env.HOME ?? '';
  const caches = [
    process.env.PLAYWRIGHT_BROWSERS_PATH ?? '',
    join(home, '.cache/ms-playwright'),
    join(home, 'Library/Caches/ms-playwright'),
  ];
  const inside = [
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  ];
  for (const cache of caches.filter(existsSync)) {
    for (const folder of readdirSync(cache).filter((name) => /^chromium-\d+$/.test(name))) {
      const path = inside.map((name) => join(cache, folder, name)).find(existsSync);
      if (path) return path;
    }
  }
  return ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
    .map(which)
    .find((path) => path !== undefined);
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (process.platform === 'win32')
    throw new Problem('On Windows, run this inside WSL (Debian or Ubuntu).');
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new Problem(`Afterimage needs Node 20.19 or newer; this is ${process.versions.node}.`);
  }
}

/** Does node_modules hold exactly what the lock file says? */
function packagesFresh() {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  const want = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  const have = JSON.parse(readFileSync(installed, 'utf8')).packages;
  return Object.entries(want).every(
    ([path, entry]) => path === '' || entry.optional || have[path]?.version === entry.version,
  );
}

export async function ensurePackages() {
  checkNode();
  if (packagesFresh()) return;
  process.stderr.write('installing npm packages\n');
  await must('npm', ['ci', '--include=dev'], { stdout: 'stderr' });
}

/** How to become root for apt: [] as root, ['sudo', ...], or undefined. */
async function elevation() {
  if (process.getuid?.() === 0) return [];
  if (!which('sudo')) return undefined;
  const { code } = await run('sudo', ['-n', 'true'], { stdout: 'pipe' });
  if (code === 0) return ['sudo', '-n'];
  return process.stdin.isTTY ? ['sudo'] : undefined;
}

/** @param {readonly string[]} packages */
async function aptInstall(packages) {
  const elevate = await elevation();
  if (!elevate) return false;
  /** @param {string[]} args */
  const apt = async (...args) => {
    const line = [...elevate, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-q', ...args];
    return (
      (await run(line[0] ?? '', line.slice(1), { stdout: 'stderr', stdin: 'inherit' })).code === 0
    );
  };
  process.stderr.write(`installing by apt: ${packages.join(' ')}\n`);
  await apt('update');
  return apt('install', '-y', '--no-install-recommends', ...packages);
}

/**
 * Makes sure of the npm packages and the named tools, all before any work starts.
 * @param {readonly (keyof typeof tools)[]} names
 */
export async function ensure(names) {
  await ensurePackages();
  const missing = () =>
    names.map((name) => /** @type {Tool} */ (tools[name])).filter((tool) => !tool.found());
  const first = missing();
  if (first.length === 0) return;
  const packages = first.flatMap((tool) => tool.apt);
  const apt = which('apt-get') !== undefined;
  if (apt) await aptInstall(packages);
  const still = missing();
  if (still.length === 0) return;
  const left = still.flatMap((tool) => tool.apt).join(' ');
  const how = apt
    ? `run "sudo apt-get update && sudo apt-get install --no-install-recommends ${left}" and try again`
    : still.map((tool) => tool.otherwise).join('; ');
  throw new Problem(`Missing: ${still.map((tool) => tool.what).join('; ')}. To go on, ${how}.`);
}
