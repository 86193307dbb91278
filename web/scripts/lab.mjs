// `npm run --silent lab -- ...`: the headless runner (web/runner) over the engine's WebAssembly.
// Only the runner writes to standard output; installers and compilers talk to standard error.
import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensure } from './bootstrap.mjs';
import { buildEngine } from './build_engine.mjs';
import { neededFor } from './lab_needs.mjs';
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

/** @param {import('./lab_needs.mjs').Needs} needs */
async function build({ flavours, programs }) {
  await ensure([
    ...(flavours.length > 0 ? /** @type {const} */ (['emscripten']) : []),
    ...(programs.length > 0 ? /** @type {const} */ (['compiler']) : []),
  ]);
  await buildEngine({ flavours });
  if (programs.length > 0) await nativeBuild({ targets: programs });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(async () => {
    const args = process.argv.slice(2);
    if (args[0] === 'formats' && !args.some((each) => TELLING.includes(each))) {
      await ensure(['compiler']);
      const { formatsCommand } = await import('./formats/formats.mjs');
      return formatsCommand(args.slice(1));
    }
    // npm starts scripts in the project's folder; file names are the caller's.
    const cwd = process.env.INIT_CWD ?? process.cwd();
    // The commands that explain commands need no engine.
    if (!args.some((each) => TELLING.includes(each))) await build(neededFor(args, cwd));
    // The runner finds the project, the modules and the native program from here.
    const env = { ...process.env, AFTERIMAGE_ROOT: root };
    const entry = await bundleRunner();
    return (await run(process.execPath, [entry, ...args], { cwd, env, stdin: 'inherit' })).code;
  });
}
