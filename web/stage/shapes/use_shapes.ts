import { useEffect, useState } from 'react';
import type { Shape } from '../../engine/protocol';
import { askOnce } from '../../engine/worker/latest';
import { fetchShapes, missingShapes } from './index';

/** Returns true once all of these shapes can be drawn; missing renderers are fetched. */
export function useShapes(wanted: readonly Shape[]): boolean {
  const missing = [...new Set(missingShapes(wanted))].sort();
  const names = missing.join();
  const [, setFetched] = useState('');
  useEffect(() => {
    if (names === '') return;
    return askOnce(
      () => fetchShapes(names.split(',') as Shape[]),
      () => setFetched(names),
    );
  }, [names]);
  return missing.length === 0;
}
