// `npm run --silent lab -- ...`: the headless runner (web/runner) over the engine's WebAssembly.
// Only the runner writes to standard output; installers and compilers talk to standard error.
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensure } from './bootstrap.mjs';
import { buildEngine } from './build_engine.mjs';
import { nativeBuild } from './native.mjs';
import { main, root, run } from './process.mjs';

/**
 * Bundles the runner, since Node runs no TypeScript, without its packages, and returns its file.
 * The file is replaced in one step: many tests bundle it, while others run it.
 */
export async function bundleRunner() {
  const { build } = await import('vite');
  const folder = join(root, 'build/runner');
  mkdirSync(folder, { recursive: true });
  const outDir = mkdtempSync(join(root, 'build/runner-'));
  await build({
    configFile: false,
    root: join(root, 'web'),
    logLevel: 'error',
    envDir: false,
    define: { 'import.meta.env.VITE_SINGLE': 'false' },
    resolve: { alias: { '@scenarios': join(root, 'scenarios') } },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      target: 'node20',
      rollupOptions: {
        input: join(root, 'web/runner/main.ts'),
        output: { entryFileNames: 'main.mjs' },
      },
    },
  });
  const entry = join(folder, 'main.mjs');
  renameSync(join(outDir, 'main.mjs'), entry);
  rmSync(outDir, { recursive: true });
  return entry;
}

const TELLING = ['-h', '--help', 'help', '--version', '-V'];

/**
 * The engine's flavours that a command needs; `run` and those that are not here need both: a file
 * says itself whether it is a scenario or an experiment.
 * @type {Record<string, readonly import('./build_engine.mjs').Flavour[]>}
 */
const NEEDED = {
  claims: ['fast'],
  completion: [],
  grade: ['explore'],
  lecture: ['explore'],
  schemes: ['explore'],
  verify: ['explore'],
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(async () => {
    const args = process.argv.slice(2);
    if (args[0] === 'formats' && !args.some((each) => TELLING.includes(each))) {
      await ensure(['compiler']);
      const { formatsCommand } = await import('./formats/formats.mjs');
      return formatsCommand(args.slice(1));
    }
    // The commands that explain commands need no engine.
    if (!args.some((each) => TELLING.includes(each))) {
      const native = args[0] === 'bench' || args.includes('--native');
      await ensure(native ? ['emscripten', 'compiler'] : ['emscripten']);
      await buildEngine({ flavours: NEEDED[args[0] ?? ''] ?? ['explore', 'fast'] });
      if (native) await nativeBuild({ targets: ['afterimage_traced', 'afterimage_fast'] });
    }
    // The runner finds the project, the modules and the native program from here.
    const env = { ...process.env, AFTERIMAGE_ROOT: root };
    const entry = await bundleRunner();
    // npm starts scripts in the project's folder; file names are the caller's.
    const cwd = process.env.INIT_CWD ?? process.cwd();
    return (await run(process.execPath, [entry, ...args], { cwd, env, stdin: 'inherit' })).code;
  });
}
