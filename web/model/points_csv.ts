import type { ExperimentFile, ExperimentPlan, PointResult } from '../engine/experiment_protocol';
import { coordinate, dimensionsOf, SCHEME } from './chart_data';

/** One line a measured point: its coordinates, then everything measured, with units in the heads. */
export function pointsCsv(
  file: ExperimentFile,
  plan: ExperimentPlan,
  results: ReadonlyMap<string, PointResult>,
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
    'key',
  ];
  const lines = measured.map(({ point, result }) => [
    ...dimensions.map((name) =>
      name === SCHEME ? point.schemeId : String(coordinate(point, name)),
    ),
    file.schemes[point.scheme]?.label?.en ?? '',
    ...metrics.map(({ id }) => String(result.metrics[id] ?? '')),
    point.key,
  ]);
  return [heads, ...lines].map((cells) => `${cells.map(quoted).join(',')}\r\n`).join('');
}

/** As RFC 4180 wants it; a text that a spreadsheet would run as a formula gets a quote before it. */
function quoted(cell: string): string {
  const inert = /^[=+@\t\r]|^-(?!\d)/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(inert) ? `"${inert.replaceAll('"', '""')}"` : inert;
}
