import { useEffect, useState } from 'react';
import type { CacheLines } from './cache_lines';

let there: typeof CacheLines | undefined;

/** What draws the lines of the CPU cache, once it has been fetched; a system on a disk alone needs none. */
export function useCacheLines(needed: boolean): typeof CacheLines | undefined {
  const [, setFetched] = useState(false);
  useEffect(() => {
    let shown = true;
    if (needed && !there)
      void import('./cache_lines').then((part) => {
        there = part.CacheLines;
        if (shown) setFetched(true);
      });
    return () => {
      shown = false;
    };
  }, [needed]);
  return needed ? there : undefined;
}
