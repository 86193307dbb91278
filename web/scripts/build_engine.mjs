// Builds the engine to WebAssembly: `node web/scripts/build_engine.mjs [--types]`; `--types` writes
// only the TypeScript declarations.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { declarations, parseHeader } from './c_header.mjs';
import { cmakeBuild } from './cmake.mjs';
import { main, root } from './process.mjs';

/** The modules of engine-wasm/cmake/browser.cmake, in the order in which the page needs them. */
export const flavourNames = /** @type {const} */ (['traced', 'explore', 'fast']);
/** @typedef {typeof flavourNames[number]} Flavour */

/** The folder in which the page finds the modules. */
const generated = join(root, 'web/engine/generated');

/** Leaves a file alone whose text stays the same, so that watchers and later steps stay quiet.
 * @param {string} path @param {string} text */
function writeIfChanged(path, text) {
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/**
 * `flavours`: all by default; `types`: only the declarations.
 * @param {{types?: boolean, flavours?: readonly Flavour[],
 *          progress?: import('./cmake.mjs').Progress}} [options]
 */
export async function buildEngine({ types = false, flavours = flavourNames, progress } = {}) {
  const functions = parseHeader(readFileSync(join(root, 'engine-wasm/api/c_api.h'), 'utf8'));
  const typings = declarations(functions);
  for (const name of flavourNames) {
    writeIfChanged(join(generated, `engine_${name}.d.mts`), typings);
  }
  if (types || flavours.length === 0) return;
  await cmakeBuild('browser', { targets: flavours.map((name) => `module_${name}`), progress });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(() => buildEngine(parseArgs({ options: { types: { type: 'boolean' } } }).values));
}
