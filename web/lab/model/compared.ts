import type { Coordinate } from '../../chart/model/data';
import type { ExperimentFile, PointPlan } from '../../engine/protocol/experiment';
import { coordinate, type Dimension, dimensionsOf, SCHEME } from './chart_data';

// The groups of an experiment's points that are compared side by side.

/** Swept prices make points whose measurements do not differ at all. */
const isPrice = (name: string) => name.startsWith('machine.cost.');

/** Runs that differ in one dimension alone, and are compared. */
export interface ComparedGroup {
  /** The common coordinates of the runs, of dimensions with several values. */
  readonly common: readonly Coordinate[];
  /** The points, one for each value of the dimension, in its order. */
  readonly points: readonly PointPlan[];
}

/** The dimension that is compared: the schemes, or if there is only one, the first swept name. */
export function comparedDimension(file: ExperimentFile): Dimension {
  const all = dimensionsOf(file).filter(({ name }) => !isPrice(name));
  return all.find(({ values }) => values.length > 1) ?? all[0] ?? { name: SCHEME, values: [] };
}

/**
 * The groups of points, in the order of the plan; of groups that differ in prices alone only the
 * first.
 */
export function comparedGroups(
  file: ExperimentFile,
  points: readonly PointPlan[],
): ComparedGroup[] {
  const compared = comparedDimension(file);
  const others = dimensionsOf(file).filter(
    ({ name, values }) => name !== compared.name && !isPrice(name) && values.length > 1,
  );
  const groups = new Map<string, { common: ComparedGroup['common']; points: PointPlan[] }>();
  for (const point of points) {
    const common = others.map(({ name }) => ({ name, value: coordinate(point, name) }));
    const id = JSON.stringify(common.map(({ value }) => value));
    const group = groups.get(id) ?? { common, points: [] };
    groups.set(id, group);
    const value = coordinate(point, compared.name);
    if (group.points.some((each) => coordinate(each, compared.name) === value)) continue;
    group.points.push(point);
  }
  return [...groups.values()];
}
