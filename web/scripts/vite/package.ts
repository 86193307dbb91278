// The list of the built files that a package for a course system needs:
// web/package/model/archive.ts reads it.
import { readdirSync, writeFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import type { Plugin } from 'vite';
import { FILE_LIST, PACKAGE_PAGES } from '../../package/model/archive.ts';

/** A module, as a bundler knows it. */
interface Module {
  readonly importedIds: readonly string[];
  readonly dynamicallyImportedIds: readonly string[];
}

/** A file of scripts, as a bundler writes it. */
interface Chunk {
  readonly fileName: string;
  readonly imports: readonly string[];
  readonly moduleIds: readonly string[];
}

/** All modules that a page may load, including those that it fetches later. */
export function modulesOf(
  entry: string,
  find: (id: string) => Module | null,
  skip: (id: string) => boolean,
): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [entry];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id) || skip(id)) continue;
    found.add(id);
    const module = find(id);
    waiting.push(...(module?.importedIds ?? []), ...(module?.dynamicallyImportedIds ?? []));
  }
  return found;
}

/** The files that hold these modules, and the files that these need. */
export function filesOf(
  modules: ReadonlySet<string>,
  chunks: readonly Chunk[],
): ReadonlySet<string> {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const files = new Set<string>();
  const waiting = chunks
    .filter(({ moduleIds }) => moduleIds.some((id) => modules.has(id)))
    .map(({ fileName }) => fileName);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (files.has(name)) continue;
    files.add(name);
    waiting.push(...(byName.get(name)?.imports ?? []));
  }
  return files;
}

/**
 * Writes the list. `pages` are the sources of packages' pages; `skip` are modules that no package
 * needs.
 */
export function packageList(pages: readonly string[], skip: (id: string) => boolean): Plugin {
  let folder = '';
  return {
    name: 'afterimage-package-list',
    apply: 'build',
    configResolved({ build }) {
      folder = build.outDir;
    },
    writeBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((each) => each.type === 'chunk');
      const found = pages.map((page) =>
        modulesOf(normalize(page), (id) => this.getModuleInfo(id), skip),
      );
      const modules = new Set(found.flatMap((each) => [...each]));
      const needed = filesOf(modules, chunks);
      const scripts = new Set(chunks.map(({ fileName }) => fileName));
      // Engines, workers, styles and fonts belong to no module: they are small enough to be
      // included completely.
      const rest = readdirSync(join(folder, 'assets'))
        .map((name) => `assets/${name}`)
        .filter((name) => !scripts.has(name));
      const all = [...PACKAGE_PAGES, ...needed, ...rest].sort();
      writeFileSync(join(folder, FILE_LIST), JSON.stringify(all));
    },
  };
}
