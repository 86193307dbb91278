// Builds the engine to WebAssembly: `node web/scripts/build_engine.mjs [--types]`.
// `--types` writes only the TypeScript declarations; `--source DIR` and `--out DIR` build other
// sources to another place.
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { declarations, parseHeader } from './c_header.mjs';
import { compile, emxx, holds, objectsOf, optimize, writeIfChanged } from './emscripten.mjs';
import { compileFlags, flavours, layers, linkFlags } from './engine_settings.mjs';
import { filesUnder } from './files_under.mjs';
import { modified } from './freshness.mjs';
import { joinSources } from './join_sources.mjs';
import { inParallel, main, Problem, root } from './process.mjs';

/** @typedef {keyof typeof flavours} Flavour */
export const flavourNames = /** @type {Flavour[]} */ (Object.keys(flavours));

/** @param {string} source */
function engineSources(source) {
  const sources = layers
    .map((layer) => join(source, layer))
    .filter(existsSync)
    .flatMap((folder) => filesUnder(folder, /\.cc$/))
    .filter((path) => !path.startsWith(join(source, 'api', 'cli')))
    .sort();
  if (sources.length === 0) throw new Problem(`no C++ sources in ${source}`);
  return sources;
}

/** What a source includes first for the headers that nearly all need. @param {string} source */
const commonHeaders = (source) =>
  existsSync(join(source, 'common_headers.inc')) ? '#include "common_headers.inc"\n' : undefined;

/** @param {Flavour} flavour @param {string} [source] @param {string} [cache]
 * @returns {import('./emscripten.mjs').Batch} */
export function engineBatch(
  flavour,
  source = join(root, 'engine-wasm'),
  cache = join(root, 'build/wasm'),
) {
  const joined = join(cache, 'joined');
  return {
    sources: joinSources(engineSources(source), source, joined),
    root: joined,
    cache: join(cache, flavour),
    headers: flavours[flavour].alone ? undefined : commonHeaders(source),
    // No machine's paths in messages.
    flags: [
      ...compileFlags,
      ...flavours[flavour].flags,
      `-I${source}`,
      `-ffile-prefix-map=${source}/=`,
    ],
  };
}

/** What JavaScript gives to the module, and adds to it. */
export const hostLibrary = join(root, 'engine-wasm/api/host.js');
const additions = join(root, 'engine-wasm/api/module.js');

/**
 * Links in a folder of its own, so that builds side by side never mix their files.
 * @param {import('./emscripten.mjs').Batch} batch @param {string} glue @param {readonly string[]}
 * flags @param {readonly string[]} [last]
 */
async function link(batch, glue, flags, last = []) {
  const objects = objectsOf(batch);
  const inputs = [...objects, '--js-library', hostLibrary, '--post-js', additions];
  const wasm = glue.replace(/mjs$/, 'wasm');
  // Flags that changed, and sources that went, show only in the command.
  const stamp = join(batch.cache, 'link.json');
  const command = JSON.stringify([...inputs, ...flags, ...last]);
  const newest = Math.max(...[...objects, hostLibrary, additions].map(modified));
  if (holds(stamp, command) && newest <= Math.min(modified(glue), modified(wasm))) return;
  const folder = mkdtempSync(join(batch.cache, 'link-'));
  const made = join(folder, basename(glue));
  await emxx([...inputs, ...flags, '-o', made]);
  if (last.length > 0) await optimize(join(folder, basename(wasm)), last);
  // Bundlers must not look for the .wasm by themselves: the client hands over its bytes.
  const wasmUrl = /new URL\((["'][^"']+\.wasm["']),\s*import\.meta\.url\)(\.href|\.toString\(\))/g;
  writeFileSync(made, readFileSync(made, 'utf8').replace(wasmUrl, '$1'));
  renameSync(join(folder, basename(wasm)), wasm);
  renameSync(made, glue);
  rmSync(folder, { recursive: true });
  writeIfChanged(stamp, command);
}

/**
 * `only`: this flavour alone.
 * @param {{source?: string, out?: string, types?: boolean, only?: Flavour,
 *          progress?: import('./emscripten.mjs').Progress}} [options]
 */
export async function buildEngine(options = {}) {
  const source = options.source ?? join(root, 'engine-wasm');
  const out = options.out ?? join(root, 'web/engine/generated');
  const functions = parseHeader(readFileSync(join(source, 'api/c_api.h'), 'utf8'));
  const typings = declarations(functions);
  for (const name of flavourNames) writeIfChanged(join(out, `engine_${name}.d.mts`), typings);
  if (options.types) return;

  const cache = options.out ? join(out, 'objects') : undefined;
  const names = options.only ? [options.only] : flavourNames;
  const batches = names.map((name) => ({ name, batch: engineBatch(name, source, cache) }));
  const version = await compile(
    batches.map(({ batch }) => batch),
    options.progress,
  );
  const exports = functions.map(({ name }) => name);
  const links = batches.map(({ name, batch }) => () => {
    const glue = join(out, `engine_${name}.mjs`);
    return link(batch, glue, linkFlags(name, exports, version), flavours[name].last);
  });
  await inParallel(links, cpus().length);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  /** @param {string} name */
  const option = (name) => {
    const at = process.argv.indexOf(name);
    const value = at < 0 ? undefined : process.argv[at + 1];
    return value ? { [name.slice(2)]: value } : {};
  };
  const types = process.argv.includes('--types');
  await main(() => buildEngine({ types, ...option('--source'), ...option('--out') }));
}
