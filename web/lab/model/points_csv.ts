import type {
  ExperimentFile,
  ExperimentPlan,
  PointPlan,
  PointResult,
} from '../../engine/protocol/experiment';
import { inEither } from '../../model/scenario/one_language';
import { csvOf } from '../../model/values/csv';
import { coordinate, dimensionsOf, SCHEME } from './chart_data';

/** Further columns about a point. */
export interface ExtraColumns {
  readonly heads: readonly string[];
  readonly of: (point: PointPlan, result: PointResult) => readonly (string | number)[];
}

/**
 * One line for each sample of a measured point: its coordinates, then the totals of everything
 * sampled so far.
 */
export function samplesCsv(
  file: ExperimentFile,
  plan: ExperimentPlan,
  results: ReadonlyMap<string, PointResult>,
): string {
  const place = placeOf(file);
  const measured = plan.points.flatMap((point) => {
    const columns = results.get(point.key)?.samples?.columns;
    return columns ? [{ point, columns }] : [];
  });
  const names = Object.keys(measured[0]?.columns ?? {});
  const head = headsOf(plan);
  const lines = measured.flatMap(({ point, columns }) =>
    (columns.elapsed ?? []).map((_, n) => [
      ...place.of(point),
      ...names.map((name) => columns[name]?.[n] ?? ''),
      point.key,
    ]),
  );
  return csvOf([[...place.heads, ...names.map(head), 'key'], ...lines]);
}

/** The coordinates of a point, and its label. */
function placeOf(file: ExperimentFile) {
  const dimensions = dimensionsOf(file).map(({ name }) => name);
  return {
    heads: [...dimensions, 'label'],
    of: (point: PointPlan): readonly string[] => [
      ...dimensions.map((name) =>
        name === SCHEME ? point.schemeId : String(coordinate(point, name)),
      ),
      inEither(file.schemes[point.scheme]?.label, 'en'),
    ],
  };
}

/** A metric's name with its unit. */
function headsOf({ metrics }: ExperimentPlan) {
  const units = new Map(metrics.map(({ id, unit }) => [id, unit]));
  return (id: string) => (units.get(id) ? `${id} [${units.get(id)}]` : id);
}

/**
 * One line for each measured point: its coordinates, then everything measured, with units in the
 * heads.
 */
export function pointsCsv(
  file: ExperimentFile,
  plan: ExperimentPlan,
  results: ReadonlyMap<string, PointResult>,
  extra: ExtraColumns = { heads: [], of: () => [] },
): string {
  const place = placeOf(file);
  const head = headsOf(plan);
  const measured = plan.points.flatMap((point) => {
    const result = results.get(point.key);
    return result ? [{ point, result }] : [];
  });
  const metrics = plan.metrics.filter(({ id }) =>
    measured.some(({ result }) => result.metrics[id] !== undefined),
  );
  const heads = [...place.heads, ...metrics.map(({ id }) => head(id)), ...extra.heads, 'key'];
  const lines = measured.map(({ point, result }) => [
    ...place.of(point),
    ...metrics.map(({ id }) => String(result.metrics[id] ?? '')),
    ...extra.of(point, result),
    point.key,
  ]);
  return csvOf([heads, ...lines]);
}
