import { useEffect, useState } from 'react';
import type { Shape } from '../../engine/protocol';
import { fetchShapes, missingShapes } from './index';

/** Returns true once all of these shapes can be drawn; missing renderers are fetched. */
export function useShapes(wanted: readonly Shape[]): boolean {
  const missing = [...new Set(missingShapes(wanted))].sort();
  const names = missing.join();
  const [, setFetched] = useState('');
  useEffect(() => {
    let shown = true;
    if (names !== '')
      void fetchShapes(names.split(',') as Shape[]).then(() => shown && setFetched(names));
    return () => {
      shown = false;
    };
  }, [names]);
  return missing.length === 0;
}
