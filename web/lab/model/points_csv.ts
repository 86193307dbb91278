import type {
  ExperimentFile,
  ExperimentPlan,
  PointPlan,
  PointResult,
} from '../../engine/protocol/experiment';
import { inEither } from '../../model/scenario/one_language';
import { csvOf } from '../../model/values/csv';
import { coordinate, dimensionsOf, SCHEME } from './chart_data';

/** What else a line says of a point. */
export interface ExtraColumns {
  readonly heads: readonly string[];
  readonly of: (point: PointPlan, result: PointResult) => readonly (string | number)[];
}

/** One line a measured point: its coordinates, then everything measured, with units in the heads. */
export function pointsCsv(
  file: ExperimentFile,
  plan: ExperimentPlan,
  results: ReadonlyMap<string, PointResult>,
  extra: ExtraColumns = { heads: [], of: () => [] },
): string {
  const dimensions = dimensionsOf(file).map(({ name }) => name);
  const measured = plan.points.flatMap((point) => {
    const result = results.get(point.key);
    return result ? [{ point, result }] : [];
  });
  const metrics = plan.metrics.filter(({ id }) =>
    measured.some(({ result }) => result.metrics[id] !== undefined),
  );
  const heads = [
    ...dimensions,
    'label',
    ...metrics.map(({ id, unit }) => (unit === '' ? id : `${id} [${unit}]`)),
    ...extra.heads,
    'key',
  ];
  const lines = measured.map(({ point, result }) => [
    ...dimensions.map((name) =>
      name === SCHEME ? point.schemeId : String(coordinate(point, name)),
    ),
    inEither(file.schemes[point.scheme]?.label, 'en'),
    ...metrics.map(({ id }) => String(result.metrics[id] ?? '')),
    ...extra.of(point, result),
    point.key,
  ]);
  return csvOf([heads, ...lines]);
}
