import type { CacheLine, Frame } from '../../engine/protocol';

/** The lines that are in the cache. A store past the cache is on its way and nowhere else. */
export const linesInCache = ({ cacheLines }: Pick<Frame, 'cacheLines'>): readonly CacheLine[] =>
  cacheLines.filter(({ past }) => past !== true);
