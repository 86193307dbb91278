import { useEffect, useState } from 'react';
import { askOnce } from '../../engine/worker/latest';
import type { Prediction } from '../../model/experiment/prediction';
import { list, object, oneOf, readAs, string, text } from '../../model/values/shape';

// The files are imported as text, since the lists of lectures import fields of the same files,
// which would bring all of them along.
const files = import.meta.glob<string>('../../../scenarios/predictions/*.json', {
  query: '?raw',
  import: 'default',
});

const fileOf = (id: string) => `../../../scenarios/predictions/${id}.json`;

/** True if there are questions of this id. */
export const hasPrediction = (id: string): boolean => Object.hasOwn(files, fileOf(id));

/** The files need no check here: a test checks what ships against its schema. */
const shipped = object({
  kind: oneOf(['prediction']),
  experiment: string,
  questions: list(object({ ask: text, value: object({ metric: string }) })),
});

/**
 * The questions of this id, fetched on demand; null if there are none, undefined while they are on
 * their way.
 */
export function usePrediction(id: string | undefined): Prediction | null | undefined {
  const [found, setFound] = useState<{ readonly id: string; readonly file: Prediction | null }>();
  useEffect(() => {
    if (id === undefined) return;
    return askOnce(
      async () => files[fileOf(id)]?.(),
      (text) =>
        setFound({ id, file: text === undefined ? null : readAs<Prediction>(text, shipped) }),
    );
  }, [id]);
  if (id === undefined) return null;
  return found?.id === id ? found.file : undefined;
}
