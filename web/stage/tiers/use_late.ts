import { useEffect, useState } from 'react';
import { askOnce } from '../../engine/worker/latest';

/** A part of the stage that is fetched when something first needs it. */
export interface LatePart<T> {
  readonly fetch: () => Promise<T>;
  there?: T;
}

/** Returns the part, once it was needed and has been fetched. */
export function useLate<T>(part: LatePart<T>, needed: boolean): T | undefined {
  const [, setFetched] = useState(false);
  useEffect(() => {
    if (!needed || part.there !== undefined) return;
    const fetching = async () => {
      part.there = await part.fetch();
    };
    return askOnce(fetching, () => setFetched(true));
  }, [part, needed]);
  return part.there;
}
