import type { PointPlan } from '../../engine/protocol/experiment';
import { useNames } from '../use_names';

/** Returns a function that names a system of the open experiment. */
export function useSystemName(): (point: Pick<PointPlan, 'scheme'>) => string {
  const names = useNames();
  return ({ scheme }) => names.place([{ name: 'scheme', value: scheme }]);
}
