import { describe, expect, it } from 'vitest';
import { growsByFactor } from '../../../../web/chart/model/data';
import type { ExperimentFile } from '../../../../web/engine/protocol/experiment';
import { chartChoice, chartData, chartResults } from '../../../../web/lab/model/chart_data';
import { claimBands } from '../../../../web/lab/model/claim_bands';
import { file, planOf, resultsFor } from '../toy_experiment';

const plan = planOf(file);
const draw = (of: ExperimentFile, values: readonly (number | undefined)[], metric?: string) => {
  const made = planOf(of);
  return chartData(of, made, resultsFor(made, values), chartChoice(of, metric));
};

describe('a chart', () => {
  it('has a line a series, its points in the order of their x', () => {
    const { numeric, xs, facets } = draw(file, [40, 10, 160, 80, 20, 320]);
    expect([numeric, xs, facets.length]).toEqual([true, [1, 4, 16], 1]);
    const lines = facets[0]?.series.map(({ points }) => points.map(({ x, y }) => [x, y]));
    expect(lines).toEqual([
      [
        [1, 10],
        [4, 40],
        [16, 160],
      ],
      [
        [1, 20],
        [4, 80],
        [16, 320],
      ],
    ]);
  });

  it('keeps the place of a point that has not been measured', () => {
    const [first] = draw(file, [40]).facets[0]?.series ?? [];
    expect(first?.points.map(({ y }) => y)).toEqual([undefined, 40, undefined]);
  });

  it('draws bars where x is no number', () => {
    const bars = draw({ ...file, chart: { x: 'scheme', y: 'throughput' } }, [1, 2, 3, 4, 5, 6]);
    expect([bars.numeric, bars.xs]).toEqual([false, [0, 1]]);
    expect(bars.facets[0]?.series.map(({ points }) => points.map(({ y }) => y))).toEqual([
      [1, 4],
      [2, 5],
      [3, 6],
    ]);
  });

  it('tells series apart by every swept name that it does not show otherwise', () => {
    const sweep = { threads: [1, 2], frames: [8, 9] };
    const of = { ...file, sweep, chart: { x: 'threads', y: 'throughput', facet: 'scheme' } };
    const { facets } = draw(of, [1, 2, 3, 4, 5, 6, 7, 8]);
    expect(facets.map(({ coordinates: [facet] }) => facet?.value)).toEqual([0, 1]);
    expect(facets[1]?.series.map(({ coordinates }) => coordinates)).toEqual([
      [{ name: 'frames', value: 8 }],
      [{ name: 'frames', value: 9 }],
    ]);
  });

  it('draws several metrics of a point together, as bars, and everything else apart', () => {
    const chart = { x: 'threads', y: 'throughput', parts: ['throughput', 'twice', 'nothing'] };
    const of = (stacked: boolean) => {
      const made = { ...file, chart: { ...chart, stacked } };
      const results = new Map(
        [...resultsFor(plan, [4, 1, 16])].map(([key, result]) => {
          const { throughput = 0 } = result.metrics;
          return [key, { ...result, metrics: { throughput, twice: 2 * throughput } }] as const;
        }),
      );
      return chartData(made, plan, results, chartChoice(made));
    };
    const beside = of(false);
    expect([beside.numeric, beside.parts]).toEqual([false, chart.parts]);
    expect(beside.facets.map(({ coordinates: [facet] }) => facet?.value)).toEqual([0, 1]);
    const [only, ...more] = beside.facets[0]?.series ?? [];
    expect(more).toEqual([]);
    expect(only?.points.map(({ x, y, parts }) => [x, y, parts])).toEqual([
      [1, 2, [1, 2, 0]],
      [4, 8, [4, 8, 0]],
      [16, 32, [16, 32, 0]],
    ]);
    // A point that has not been measured has its place.
    expect(beside.facets[1]?.series[0]?.points.map(({ y }) => y)).toEqual(Array(3).fill(undefined));
    expect(of(true).facets[0]?.series[0]?.points.map(({ y }) => y)).toEqual([3, 12, 48]);
  });

  it('takes the one value to divide by from a list, too', () => {
    const of = { ...file, chart: { x: 'threads', y: 'throughput', over: { scheme: [0] } } };
    const results = resultsFor(plan, [10, 20, 40, 20, 30, undefined]);
    const { relative } = chartData(of, plan, results, chartChoice(of));
    expect(relative?.over).toEqual([{ name: 'scheme', value: 0 }]);
    const [, second] = [...chartResults(of, plan, results, of.chart).values()];
    expect(second?.metrics.throughput).toBe(1);
  });

  it('draws multiples of another point, and its claims as such', () => {
    const chart = { x: 'threads', y: 'throughput', series: 'scheme', over: { scheme: 0 } };
    const of = { ...file, chart };
    const results = resultsFor(plan, [10, 20, 40, 20, 30, undefined]);
    const { choice, relative, facets } = chartData(of, plan, results, chartChoice(of));
    expect([choice.y, relative]).toEqual([
      'relative',
      { metric: 'throughput', over: [{ name: 'scheme', value: 0 }] },
    ]);
    const lines = facets[0]?.series.map(({ points }) => points.map(({ x, y }) => [x, y]));
    expect(lines).toEqual([
      [
        [1, 1],
        [4, 1],
        [16, 1],
      ],
      [
        [1, 1.5],
        [4, 2],
        [16, undefined],
      ],
    ]);
    const [claim] = claimBands(of, plan, chartResults(of, plan, results, chart), 'throughput');
    // The published value is a range of the same ratio.
    expect(claim?.bands.map(({ low, high }) => [low, high])).toEqual([
      [1.5, 2],
      [1.5, 2],
    ]);
    expect(chartChoice(of, 'latency')).not.toHaveProperty('over');
  });

  it('draws one metric where another than the file’s is chosen', () => {
    const chart = { x: 'threads', y: 'throughput', parts: ['throughput'], stacked: true };
    expect(chartChoice({ ...file, chart })).toEqual(chart);
    expect(chartChoice({ ...file, chart }, 'latency')).toEqual({ x: 'threads', y: 'latency' });
  });

  it('takes seeds for repetitions: a mean, with how far they are apart', () => {
    const of = {
      ...file,
      schemes: file.schemes.slice(0, 1),
      sweep: { threads: [1, 2], seed: [1, 2, 3] },
    };
    const [line] = draw(of, [10, 20, 30, 7, undefined, 9]).facets[0]?.series ?? [];
    expect(line?.points).toEqual([
      { x: 1, indices: [0, 1, 2], y: 20, low: 10, high: 30 },
      { x: 2, indices: [3, 4, 5], y: 8, low: 7, high: 9 },
    ]);
  });

  it('shows another metric, and chooses by itself where the file does not', () => {
    expect(chartChoice(file, 'latency.mean').y).toBe('latency.mean');
    const { chart: _chart, ...bare } = file;
    expect(chartChoice(bare)).toEqual({ x: 'threads', y: 'throughput' });
    const { sweep: _sweep, ...plain } = bare;
    expect(chartChoice(plain).x).toBe('scheme');
  });

  it.each([
    [[1, 4, 16], true],
    [[4000, 16000, 64000], true],
    [[4, 8, 12, 16], false],
    [[0, 1, 16], false],
    [[1, 16], false],
  ])('places %j by ratio: %s', (xs, byFactor) => {
    expect(growsByFactor(xs)).toBe(byFactor);
  });
});

describe('a published range', () => {
  const bands = (values: readonly (number | undefined)[], metric = 'throughput') =>
    claimBands(file, plan, resultsFor(plan, values), metric)[0]?.bands;

  it('of a ratio stands over what was measured at the denominator', () => {
    expect(bands([40, 10, 160])).toEqual([
      { point: 3, low: 60, high: 80 },
      { point: 5, low: 240, high: 320 },
    ]);
  });

  it('is not drawn before its denominator has been measured', () => {
    expect(bands([40])).toEqual([{ point: 3, low: 60, high: 80 }]);
  });

  it('is open where the claim is', () => {
    const open = {
      ...file,
      claims: file.claims?.map((claim) => ({ ...claim, expect: [1, null] as const })),
    };
    const [claim] = claimBands(open, plan, resultsFor(plan, [40]), 'throughput');
    expect(claim?.bands).toEqual([{ point: 3, low: 40, high: undefined }]);
  });

  it('is not drawn over another metric', () => {
    expect(bands([40], 'latency.mean')).toBeUndefined();
  });
});
