// Builds the engine to WebAssembly: `node web/scripts/build_engine.mjs [--types]`; `--types` writes
// only the TypeScript declarations.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { declarations, parseHeader } from './c_header.mjs';
import { cmakeBuild } from './cmake.mjs';
import { main, root } from './process.mjs';
import { writeIfChanged } from './write_if_changed.mjs';

/** The modules of engine-wasm/cmake/browser.cmake, in the order in which the page needs them. */
export const flavourNames = /** @type {const} */ (['traced', 'explore', 'fast']);
/** @typedef {typeof flavourNames[number]} Flavour */

/** The folder in which the page finds the modules. */
const generated = join(root, 'web/engine/generated');

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
