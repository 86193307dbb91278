import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes a newer release of the built site in `folder`: its scripts and styles have other names, and
 * none of the old ones is left, as on a server where the folder was exchanged.
 */
export function makeNextRelease(folder: string): void {
  const assets = join(folder, 'assets');
  const names = readdirSync(assets).filter((name) => /-[\w-]{8}\.(js|css)$/.test(name));
  const renamed = new Map(names.map((name) => [name, name.replace(/\.(js|css)$/, 'N.$1')]));
  const texts = [
    ...names.map((name) => join(assets, name)),
    join(folder, 'index.html'),
    join(folder, 'sw.js'),
  ];
  for (const path of texts) {
    let text = readFileSync(path, 'utf8');
    for (const [before, after] of renamed) text = text.replaceAll(before, after);
    // The entry for the page in the list of kept files, by which it is checked.
    text = text.replace(/(url:"index\.html",revision:")\w/, '$1x');
    writeFileSync(path, text);
  }
  for (const [before, after] of renamed) renameSync(join(assets, before), join(assets, after));
}
