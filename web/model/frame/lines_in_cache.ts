import type { CacheLine, Frame } from '../../engine/protocol';

/**
 * The lines that are in the cache. What is stored past it is on its way and nowhere else, unless
 * the power cut that is made here decides about it.
 */
export const linesInCache = (
  { cacheLines }: Pick<Frame, 'cacheLines'>,
  decided: ReadonlyMap<number, unknown> = new Map(),
): readonly CacheLine[] =>
  cacheLines.filter(({ past, address }) => past !== true || decided.has(address));
