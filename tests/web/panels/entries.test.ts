import { describe, expect, it } from 'vitest';
import type { PointResult, SampleFrame } from '../../../web/engine/protocol/experiment';
import { costEntry } from '../../../web/panels/cost/entry';
import type { Run, RunMoment } from '../../../web/panels/model/run';
import { unwornOf, wearEntry } from '../../../web/panels/wear/entry';

// Tests what the panels show of a run: as it ended in the Lab, at the playhead in a race.

const spaces = { 'space.dram': 1, 'space.nvm': 2, 'space.flash': 0, 'space.disk': 3 };
const worn = { wear: [2], wearMax: [2], wearUnits: [[2, 1]], time: 2e9, unitBytes: 64 };
const result = { metrics: { throughput: 10, ...spaces }, worn } as unknown as PointResult;
const frame = (time: number, writes: number): SampleFrame => ({
  time,
  latency: [],
  wear: [writes],
  wearMax: [writes],
  wearUnits: [[writes, 1]],
});
const run = (more: Partial<Run>): Run => ({ name: 'one', series: 3, result, ...more });
const moment = (more: Partial<RunMoment>): RunMoment => ({
  time: 1e9,
  throughput: 5,
  frame: frame(1e9, 1),
  last: frame(2e9, 2),
  ...more,
});

describe('a run that has ended', () => {
  it('is priced at the speed that was measured', () => {
    expect(costEntry(run({}))).toMatchObject({ name: 'one', series: 3, run: { throughput: 10 } });
  });

  it('wears as its result says, or not at all', () => {
    expect(wearEntry(run({}))).toMatchObject({ map: worn, seconds: 2, unitBytes: 64 });
    const dry = run({ result: { ...result, worn: undefined } as unknown as PointResult });
    expect([wearEntry(dry), unwornOf([dry])]).toEqual([undefined, ['one']]);
  });
});

describe('a run on its way', () => {
  it('has no price before it has ended, nor at its start', () => {
    expect(costEntry(run({ result: undefined, moment: moment({}) }))).toBeUndefined();
    expect(costEntry(run({ moment: moment({ time: 0 }) }))).toBeUndefined();
  });

  it('is priced at the speed up to the playhead', () => {
    expect(costEntry(run({ moment: moment({}) }))?.run.throughput).toBe(5);
  });

  it('wears as its newest frame says, and at its end as its result does', () => {
    const on = moment({});
    expect(wearEntry(run({ moment: on }))).toMatchObject({ map: on.frame, seconds: 1 });
    const last = frame(2e9, 2);
    const end = run({ moment: moment({ frame: last, last }) });
    expect(wearEntry(end)).toMatchObject({ map: worn, seconds: 2 });
  });

  it('is not told to be unworn before anything is known', () => {
    const before = run({ moment: moment({ frame: undefined }) });
    expect([wearEntry(before), unwornOf([before])]).toEqual([undefined, []]);
    const dry = run({ moment: moment({ frame: frame(1e9, 0) }) });
    expect([wearEntry(dry), unwornOf([dry])]).toEqual([undefined, ['one']]);
  });
});
