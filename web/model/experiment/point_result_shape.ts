import type { PointResult } from '../../engine/protocol/experiment';
import { type Check, list, sameLengths } from '../values/shape';
import { pointResultShape } from './result_shape';

// A result that comes from a file may be anything: only what has the form of one is shown.

/** The complaint about lists that do not belong together, which no single field shows. */
function unlike({ samples, worn, occupancy }: PointResult, path: string) {
  const map = sameLengths(['wear', 'wearMax']);
  if (occupancy?.planned) {
    // A plan has a probability for each state.
    const found = sameLengths(['spent', 'planned'])(occupancy, `${path}.occupancy`);
    if (found) return found;
  }
  const found = worn && map(worn, `${path}.worn`);
  if (found || !samples) return found;
  return (
    sameLengths()(samples.columns, `${path}.samples.columns`) ??
    list(map)(samples.frames, `${path}.samples.frames`)
  );
}

/** The complaint about a value that is no point's result. */
export const resultProblem: Check = (value, path) =>
  pointResultShape(value, path) ?? unlike(value as PointResult, path);

/** Tells if a value has the form of a point's result. */
export const isPointResult = (value: unknown): value is PointResult =>
  resultProblem(value, '') === undefined;
