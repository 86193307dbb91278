// The C++ sources in one format, that of `.clang-format`, by the version of clang-format that
// package.json pins. `node web/scripts/clang_format.mjs` writes it; the suite `lint` only compares.
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesUnder } from './files_under.mjs';
import { main, root, run } from './process.mjs';

/**
 * The command line that names each place in another format and ends with 1, or with `write` formats
 * the files. Its program is a script for Node.
 * @param {{write: boolean}} how @returns {string[]}
 */
export function clangFormat({ write }) {
  const sources = ['engine-wasm', 'tests'].flatMap((folder) =>
    filesUnder(join(root, folder), /\.(cc|h)$/).map((path) => relative(root, path)),
  );
  const how = write ? ['-i'] : ['--dry-run', '-Werror'];
  return [join(root, 'node_modules/clang-format-node/build/cli.js'), ...how, ...sources];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(async () => (await run(process.execPath, clangFormat({ write: true }))).code);
}
