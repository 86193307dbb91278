import { useEffect, useState } from 'react';
import type { Prediction } from '../model/experiment/prediction';

// As text: the lists of lectures take fields of the same files, which would bring all of them along.
const files = import.meta.glob<string>('../../scenarios/predictions/*.json', {
  query: '?raw',
  import: 'default',
});

/** The questions of this id, fetched when they are asked for; null: there are none, undefined: on their way. */
export function usePrediction(id: string | undefined): Prediction | null | undefined {
  const [found, setFound] = useState<{ readonly id: string; readonly file: Prediction | null }>();
  useEffect(() => {
    if (id === undefined) return;
    let newest = true;
    const load = files[`../../scenarios/predictions/${id}.json`];
    void Promise.resolve(load?.()).then((text) => {
      const file = text === undefined ? null : (JSON.parse(text) as Prediction);
      if (newest) setFound({ id, file });
    });
    return () => {
      newest = false;
    };
  }, [id]);
  if (id === undefined) return null;
  return found?.id === id ? found.file : undefined;
}
