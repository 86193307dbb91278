import { kindTable, type Trace } from '../../model/trace/trace';

const LINE = 64;

/**
 * The most cache lines that are newer than the NVM at one time: those stored to and not yet written
 * back.
 */
export function mostDirtyLines({ events, length, names, phases }: Trace): number {
  const stores = kindTable(names, ['store']);
  const leaves = kindTable(names, ['write-back', 'evict']);
  const starts = new Set(phases.map(({ start }) => start));
  const dirty = new Set<number>();
  let most = 0;
  for (let i = 0; i < length; i++) {
    if (starts.has(i)) dirty.clear();
    const kind = events.kind[i] ?? 0;
    const address = events.address[i] ?? 0;
    if (stores[kind] === 1) {
      const end = address + Math.max(1, events.size[i] ?? 1);
      for (let line = Math.floor(address / LINE); line * LINE < end; line++) dirty.add(line);
      most = Math.max(most, dirty.size);
    } else if (leaves[kind] === 1) dirty.delete(Math.floor(address / LINE));
  }
  return most;
}
