import { useEffect, useState } from 'react';

/** A part of the stage that is fetched when something first needs it. */
export interface LatePart<T> {
  readonly fetch: () => Promise<T>;
  there?: T;
}

/** Returns the part, once it was needed and has been fetched. */
export function useLate<T>(part: LatePart<T>, needed: boolean): T | undefined {
  const [, setFetched] = useState(false);
  useEffect(() => {
    let shown = true;
    if (needed && part.there === undefined)
      void part.fetch().then((fetched) => {
        part.there = fetched;
        if (shown) setFetched(true);
      });
    return () => {
      shown = false;
    };
  }, [part, needed]);
  return part.there;
}
