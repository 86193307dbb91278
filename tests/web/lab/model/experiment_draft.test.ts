import { describe, expect, it } from 'vitest';
import type { ExperimentFile } from '../../../../web/engine/protocol/experiment';
import {
  withAxis,
  withChart,
  withParam,
  withSchemes,
} from '../../../../web/lab/model/experiment_draft';
import { file } from '../toy_experiment';

const two = withAxis(file, undefined, { name: 'seed', values: [1, 2] });
const chart = file.chart ?? { x: '', y: '' };

describe('an experiment that is put together', () => {
  it('sweeps another name in the place of one, and the chart follows', () => {
    const next = withAxis(two, 'threads', { name: 'frames', values: [8] });
    expect(Object.entries(next.sweep ?? {})).toEqual([
      ['frames', [8]],
      ['seed', [1, 2]],
    ]);
    expect(next.chart).toEqual({ x: 'frames', y: 'throughput', series: 'scheme' });
    // The claim was about clients.
    expect([next.claims, file.claims?.length]).toEqual([[], 1]);
  });

  it('keeps claims about values that are still swept', () => {
    const more = withAxis(file, 'threads', { name: 'threads', values: [4, 16, 64] });
    expect(more.claims).toEqual(file.claims);
    expect(withAxis(file, 'threads', { name: 'threads', values: [4] }).claims).toEqual([]);
  });

  it('draws what is left when a name is swept no more', () => {
    expect(withAxis(two, 'threads', undefined).chart).toMatchObject({ x: 'seed' });
    const none = withAxis(file, 'threads', undefined);
    expect([none.sweep, none.chart]).toEqual([{}, { x: 'scheme', y: 'throughput' }]);
  });

  it('loses claims about systems when one of them goes, and none when one comes', () => {
    const [first, second] = file.schemes;
    if (!first || !second) throw new Error('the toy has two');
    expect(withSchemes(file, [first]).claims).toEqual([]);
    expect(withSchemes(file, [first, second, second]).claims).toEqual(file.claims);
  });

  it('has each name at one place of the chart', () => {
    const turned = withChart(two, chart, { x: 'scheme' }).chart;
    expect(turned).toEqual({ x: 'scheme', y: 'throughput' });
    const facet = withChart(two, chart, { facet: 'threads' }).chart;
    expect(facet).toEqual({ x: 'seed', y: 'throughput', series: 'scheme', facet: 'threads' });
    const metric = withChart(two, chart, { y: 'latency.mean' }).chart;
    expect(metric).toEqual({ ...chart, y: 'latency.mean' });
    expect(withChart(two, chart, { series: undefined }).chart).not.toHaveProperty('series');
  });

  it('keeps metrics that are drawn together until one is chosen', () => {
    const parts = { parts: ['share.logic', 'share.wait'], stacked: true };
    const several = { ...two, chart: { ...chart, ...parts } };
    expect(withAxis(several, 'seed', undefined).chart).toMatchObject(parts);
    expect(withChart(several, several.chart, { x: 'seed' }).chart).toMatchObject(parts);
    const alone = withChart(several, several.chart, { y: 'latency.mean' }).chart;
    expect(alone).toEqual({ ...chart, y: 'latency.mean' });
  });

  it('keeps what a chart is a multiple of while it is there', () => {
    const over = { ...file, chart: { ...chart, over: { scheme: 1, threads: 4 } } };
    expect(withChart(over, over.chart, { series: undefined }).chart?.over).toEqual(over.chart.over);
    expect(withAxis(over, 'threads', { name: 'threads', values: [1] }).chart).not.toHaveProperty(
      'over',
    );
    const [first] = file.schemes;
    if (!first) throw new Error('the toy has two');
    expect(withSchemes(over, [first, first, first]).chart?.over).toEqual(over.chart.over);
    expect(withSchemes(over, [first]).chart).not.toHaveProperty('over');
    expect(withChart(over, over.chart, { y: 'latency.mean' }).chart).not.toHaveProperty('over');
  });

  it('does not write down a parameter’s default', () => {
    const param = { id: 'frames', type: 'integer', default: 4 } as Parameters<typeof withParam>[1];
    expect(withParam({ a: 1 }, param, 8)).toEqual({ a: 1, frames: 8 });
    expect(withParam({ a: 1, frames: 8 }, param, 4)).toEqual({ a: 1 });
  });

  it('leaves everything else of the file alone', () => {
    const own = { ...file, crash: {}, deadlock: 'detect' } as ExperimentFile;
    expect(withAxis(own, 'threads', undefined)).toMatchObject({ crash: {}, deadlock: 'detect' });
  });
});
