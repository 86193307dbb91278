import type { Coordinate } from '../../chart/model/data';
import type { ExperimentFile, PointPlan } from '../../engine/protocol/experiment';
import { coordinate, type Dimension, dimensionsOf, SCHEME } from './chart_data';

// Which points of an experiment are held against each other, side by side.

/** Swept prices make points that differ in nothing that was measured. */
const isPrice = (name: string) => name.startsWith('machine.cost.');

/** Runs that are alike but for one dimension: what is held against each other. */
export interface ComparedGroup {
  /** What they have in common: coordinates with several values. */
  readonly common: readonly Coordinate[];
  /** One point each, in the order of the dimension's values. */
  readonly points: readonly PointPlan[];
}

/** The schemes, or where there is one alone the first swept name. */
export function comparedDimension(file: ExperimentFile): Dimension {
  const all = dimensionsOf(file).filter(({ name }) => !isPrice(name));
  return all.find(({ values }) => values.length > 1) ?? all[0] ?? { name: SCHEME, values: [] };
}

/** Groups of points, in the order of the plan; of those that differ in prices alone, the first. */
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
