// What every page begins with is one file, and what draws a stage another: in a dozen small ones
// the same code is a few kilobytes more, packed.
import { normalizePath } from 'vite';

interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/**
 * For the bundler's groups: `name` is that of the group of all that `entry` imports without asking,
 * and of nothing else.
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
