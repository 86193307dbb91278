import type { ExperimentFile, PointPlan } from '../../engine/protocol/experiment';

const MACHINE = 'machine.';

/** The experiment with a changed price of its machine. */
export const withPrice = (file: ExperimentFile, price: string, value: number): ExperimentFile => ({
  ...file,
  machine: { ...file.machine, overrides: { ...file.machine.overrides, [price]: value } },
});

/**
 * The prices of a point that differ from its machine's: by the file's overrides, or the point's
 * sweep.
 */
export function pricesOf(file: ExperimentFile, point: PointPlan): Readonly<Record<string, number>> {
  const swept = Object.entries(point.assignment)
    .filter(([name]) => name.startsWith(MACHINE))
    .map(([name, value]) => [name.slice(MACHINE.length), Number(value)]);
  return { ...file.machine.overrides, ...Object.fromEntries(swept) };
}
