// Puts the beginning of every page into one file, and the code that draws a stage into another: in
// a dozen small files the same code is a few kilobytes larger, compressed.
import { normalizePath } from 'vite';

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * Defines a group of the bundler: `name` is that of the group of all modules that `entry` imports
 * statically, and of nothing else.
 */
export function firstChunk(
  name: string,
  entry: string,
): (id: string, modules: Modules) => string | null {
  const first = new Set<string>();
  const fill = (modules: Modules) => {
    const waiting = [normalizePath(entry)];
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      if (first.has(id)) continue;
      first.add(id);
      waiting.push(...(modules.getModuleInfo(id)?.importedIds ?? []));
    }
  };
  return (id, modules) => {
    if (first.size === 0) fill(modules);
    return first.has(id) && !/\.css(\?|$)/.test(id) ? name : null;
  };
}
