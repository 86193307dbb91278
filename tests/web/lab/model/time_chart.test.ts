import { describe, expect, it } from 'vitest';
import type { ExperimentFile, PointResult } from '../../../../web/engine/protocol/experiment';
import { chartChoice, isComposed } from '../../../../web/lab/model/chart_data';
import { tidied, withChart } from '../../../../web/lab/model/experiment_draft';
import { samplesCsv } from '../../../../web/lab/model/points_csv';
import { drawnData } from '../../../../web/lab/model/time_chart';
import { file, planOf, resultOf } from '../toy_experiment';

const over = (chart: object): ExperimentFile => ({
  ...file,
  samples: 4,
  sweep: {},
  chart: { x: 'elapsed', y: 'reads', series: 'scheme', ...chart },
});
const sampled = (columns: Record<string, readonly number[]>): PointResult => ({
  ...resultOf(1),
  samples: { from: 0, columns, frames: [] },
});
/** Two reads in the first second, none in the second one, one more in the half that is left. */
const first = sampled({ elapsed: [1e9, 2e9, 2.5e9], reads: [2, 2, 3], writes: [0, 4, 4] });
/** Twice as many samples. */
const second = sampled({
  elapsed: [5e8, 1e9, 1.5e9, 2e9],
  reads: [4, 4, 4, 8],
  writes: [0, 0, 0, 0],
});

function drawn(of: ExperimentFile, results: readonly (PointResult | undefined)[]) {
  const plan = planOf(of);
  const known = new Map(
    plan.points.flatMap(({ key }, n) => {
      const result = results[n];
      return result ? [[key, result] as const] : [];
    }),
  );
  return drawnData(of, plan, known, chartChoice(of));
}
const lines = (data: ReturnType<typeof drawn>) =>
  data.facets.map(({ series }) => series.map(({ points }) => points.map(({ x, y }) => [x, y])));

describe('a chart over time', () => {
  it('has a line a scheme: how much there is in a second, at equal intervals', () => {
    const data = drawn(over({}), [first, second]);
    expect([data.time, data.numeric]).toEqual([2.5e9, true]);
    // The shorter intervals of the second line would make it look rougher.
    expect(lines(data)).toEqual([
      [
        [
          [5e8, 2],
          [1.5e9, 0],
        ],
        [
          [5e8, 4],
          [1.5e9, 4],
        ],
      ],
    ]);
  });

  it('adds metrics up, and goes from nothing to what there was at the end', () => {
    const data = drawn(over({ plus: ['writes'], as: 'total' }), [first]);
    expect(lines(data)[0]?.[0]).toEqual([
      [0, 0],
      [1e9, 2],
      [2e9, 6],
      [2.5e9, 7],
    ]);
  });

  it('has a chart a scheme where the file wants it', () => {
    const facets = lines(drawn(over({ series: undefined, facet: 'scheme' }), [first, second]));
    expect(facets.map((series) => series.length)).toEqual([1, 1]);
  });

  it('draws nothing of a point that is not measured, or of a metric that is not sampled', () => {
    expect(lines(drawn(over({}), [undefined, second]))[0]?.map(({ length }) => length)).toEqual([
      0, 4,
    ]);
    expect(lines(drawn(over({ y: 'luck' }), [first]))[0]?.[0]).toEqual([]);
  });

  it('shows a run that was over before its first sample as one interval', () => {
    const short = sampled({ elapsed: [1e6], reads: [3], writes: [0] });
    expect(lines(drawn(over({}), [short]))[0]?.[0]).toEqual([[5e5, 3000]]);
    const shorter = drawn(over({}), [short, first]);
    expect(lines(shorter)[0]?.[0]).toEqual([[5e5, 3000]]);
  });

  it('can show one metric alone, still over time', () => {
    const sum = over({ plus: ['writes'], as: 'total' });
    expect(isComposed(chartChoice(sum))).toBe(true);
    const alone = chartChoice(sum, 'writes');
    expect(alone).toEqual({ x: 'elapsed', y: 'writes', series: 'scheme', as: 'total' });
  });
});

describe('a draft', () => {
  const sum = over({ plus: ['writes'], as: 'total' });

  it('keeps its chart over time when systems and names go', () => {
    expect(tidied(sum).chart).toEqual(sum.chart);
  });

  it('asks for samples when its chart is set over time, and adds nothing up over points', () => {
    const { samples, chart } = withChart(file, chartChoice(file), { x: 'elapsed' });
    expect(samples).toBeGreaterThan(10);
    expect(chart).toEqual({ x: 'elapsed', y: 'throughput', series: 'scheme' });
    expect(withChart(sum, chartChoice(sum), { x: 'scheme' }).chart).toEqual({
      x: 'scheme',
      y: 'reads',
    });
    expect(withChart(sum, chartChoice(sum), { y: 'writes' }).chart).toEqual({
      x: 'elapsed',
      y: 'writes',
      series: 'scheme',
      as: 'total',
    });
  });
});

it('the samples as lines say whose they are', () => {
  const of = over({});
  const plan = planOf(of);
  const [point] = plan.points;
  const csv = samplesCsv(of, plan, new Map([[point?.key ?? '', first]]));
  const key = point?.key.replaceAll('"', '""');
  expect(csv.split('\r\n')).toEqual([
    'scheme,label,elapsed,reads,writes,key',
    `a,one,1000000000,2,0,"${key}"`,
    `a,one,2000000000,2,4,"${key}"`,
    `a,one,2500000000,3,4,"${key}"`,
    '',
  ]);
});
