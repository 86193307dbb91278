// The programs that commands need beside npm packages, with the ways to find and to install each.
// It uses Node's own modules only.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { which } from './process.mjs';

/**
 * `apt` are packages of Debian and Ubuntu, `olderApt` those of releases without them. `otherwise`
 * says what to do where apt is not available.
 * @typedef {{what: string, found: () => boolean, apt: readonly string[], olderApt?: readonly
 * string[], otherwise: string}} Tool
 */

const clangs = ['clang++-14', 'clang++'];
/** A program of clang's, such as llvm-cov, of the same version. @param {string} name */
export const llvm = (name) => [`${name}-14`, name].find((each) => which(each));
/**
 * The compiler of all native builds: g++ takes longer, and overflows the stack in coroutines under
 * sanitizers.
 */
export const clang = () => clangs.find((name) => which(name));

/** @param {string} name a file under one of the usual include or library folders */
const library = (name) =>
  ['/usr', '/usr/local', '/opt/homebrew'].some((prefix) => existsSync(join(prefix, name)));

/**
 * The path of GoogleTest's sources for the tests in WebAssembly, which need GoogleTest compiled
 * alike.
 */
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

/** The folders of clang's runtimes; Apple's own clang has no libFuzzer. */
const fuzzerHomes = [
  '/usr/lib/llvm-14/lib/clang',
  '/usr/lib/clang',
  '/opt/homebrew/opt/llvm/lib/clang',
  '/usr/local/opt/llvm/lib/clang',
];

/** @type {Record<string, Tool>} */
export const tools = {
  emscripten: {
    what: 'Emscripten (em++), CMake and Ninja, which compile the engine for the browser',
    found: () => ['em++', 'cmake', 'ninja'].every(which),
    apt: ['emscripten', 'cmake', 'ninja-build'],
    otherwise:
      'install it from emscripten.org (emsdk) or with Homebrew and put em++ on PATH, and CMake ' +
      'and Ninja with the package manager (on macOS: brew install cmake ninja)',
  },
  compiler: {
    what: 'a C++20 compiler, CMake and Ninja, which build the engine natively',
    found: () => Boolean(process.env.CXX || clang()) && ['cmake', 'ninja'].every(which),
    // The library of g++ is used.
    apt: ['clang-14', 'lld-14', 'g++', 'cmake', 'ninja-build'],
    otherwise:
      'install clang++, CMake and Ninja with the package manager (on macOS: xcode-select ' +
      '--install; brew install cmake ninja), or name another compiler in CXX',
  },
  gtest: {
    what: 'GoogleTest with its sources, which runs the engine tests',
    found: () => library('include/gtest/gtest.h') && googleTestSource() !== undefined,
    apt: ['libgtest-dev'],
    otherwise:
      'install it with the package manager (on macOS: brew install googletest) and set ' +
      'GTEST_SOURCE to its sources',
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
  fuzzer: {
    what: 'clang++ with libFuzzer (libclang_rt.fuzzer), for the fuzz targets',
    found: () =>
      clang() !== undefined && fuzzerHomes.some((folder) => holds(folder, 'libclang_rt.fuzzer', 4)),
    apt: ['clang-14', 'libclang-rt-14-dev'],
    otherwise:
      'install clang and its compiler-rt with the package manager (on macOS: brew install ' +
      'llvm, and put its bin before the others on PATH)',
  },
  coverage: {
    what: 'llvm-cov and llvm-profdata, which say what tests have run',
    found: () =>
      Boolean(llvm('llvm-cov') && llvm('llvm-profdata')) &&
      fuzzerHomes.some((folder) => holds(folder, 'libclang_rt.profile', 4)),
    apt: ['clang-14', 'llvm-14', 'libclang-rt-14-dev'],
    otherwise: 'install LLVM 14 with the package manager (on macOS: brew install llvm)',
  },
  postgres: {
    what: 'a PostgreSQL server, whose logs are held against its own tables',
    found: () => holds('/usr/lib/postgresql', 'initdb', 2),
    apt: ['postgresql'],
    otherwise: 'install PostgreSQL 15 or later with the package manager',
  },
  counter: {
    what: 'callgrind, which counts instructions, and the Berkeley DB that it counts those of',
    found: () => existsSync('/usr/bin/valgrind') && existsSync('/usr/include/db.h'),
    apt: ['valgrind', 'libdb5.3-dev'],
    otherwise: 'install valgrind and the headers of Berkeley DB 5.3 with the package manager',
  },
  chromium: {
    what: 'Chromium, which runs the browser tests',
    found: () => browserPath() !== undefined,
    apt: ['chromium-headless-shell'],
    olderApt: ['chromium'],
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

/**
 * The place of the browser for tests: $CHROMIUM_PATH, Playwright's own, the system's. The shell
 * without windows starts a page in half the time of the complete browser, and shows the same.
 */
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
    'chrome-linux/headless_shell',
    'chrome-headless-shell-linux64/chrome-headless-shell',
    'chrome-linux/chrome',
    'chrome-linux64/chrome',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
  ];
  for (const cache of caches.filter(existsSync)) {
    const folders = readdirSync(cache).filter((name) =>
      /^chromium(_headless_shell)?-\d+$/.test(name),
    );
    for (const folder of folders.sort().reverse()) {
      const path = inside.map((name) => join(cache, folder, name)).find(existsSync);
      if (path) return path;
    }
  }
  return [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ]
    .map(which)
    .find((path) => path !== undefined);
}
