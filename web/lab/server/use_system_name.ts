import type { PointPlan } from '../../engine/protocol/experiment';
import { useNames } from '../use_names';

/** A system of the open experiment, by its name. */
export function useSystemName(): (point: Pick<PointPlan, 'scheme'>) => string {
  const names = useNames();
  return ({ scheme }) => names.place([{ name: 'scheme', value: scheme }]);
}
