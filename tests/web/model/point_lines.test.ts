import { describe, expect, it } from 'vitest';
import type { PointResult } from '../../../web/engine/experiment_protocol';
import {
  beginsLikePointLines,
  keysOf,
  pointLine,
  readPointLines,
} from '../../../web/model/point_lines';
import { file, planOf, resultOf } from '../lab/toy_experiment';

const plan = planOf({ ...file, sweep: { threads: [1, 2, 3, 4, 5] } });
const lines = plan.points.map((point) => JSON.stringify(pointLine(plan, point, resultOf(7))));
const reading = (text: string) => {
  const known = new Map<string, PointResult>();
  readPointLines(text, known);
  return known;
};

describe('the parts of a sweep', () => {
  it.each([1, 2, 3, 7, 40])('%i of them have every key once, and are of equal size', (of) => {
    const parts = Array.from({ length: of }, (_, n) => [...keysOf(plan, { part: n + 1, of })]);
    expect(parts.flat().sort()).toEqual(plan.points.map(({ key }) => key).sort());
    const sizes = parts.map(({ length }) => length);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  });

  it('do not depend on the order of the points', () => {
    const turned = { ...plan, points: [...plan.points].reverse() };
    expect(keysOf(turned, { part: 2, of: 3 })).toEqual(keysOf(plan, { part: 2, of: 3 }));
  });
});

describe('lines of points', () => {
  it('come back as results by key', () => {
    const known = reading(`${lines.join('\n')}\n\n${lines[0]}`);
    expect([...known.keys()].sort()).toEqual(plan.points.map(({ key }) => key).sort());
    expect(known.get(plan.points[3]?.key ?? '')).toEqual(resultOf(7));
  });

  it('begin like no other file', () => {
    const line = JSON.stringify({ ...JSON.parse(lines[0] ?? ''), key: '0123456789abcdef' });
    expect(beginsLikePointLines(`\n${line}`)).toBe(true);
    expect(beginsLikePointLines(JSON.stringify(file))).toBe(false);
    expect(beginsLikePointLines('{"key":"0123456789abcdef"}')).toBe(false);
  });

  const good = { key: 'x', engine: '1', result: resultOf(1) };
  const bad = (change: object) =>
    JSON.stringify({ ...good, result: { ...good.result, ...change } });
  it.each([
    ...['{', 'null', '7', '{"key": "x"}', '{"key": 1, "result": {}}'],
    JSON.stringify({ ...good, engine: 1 }),
    bad({ metrics: { throughput: 'many' } }),
    bad({ metrics: [1] }),
    bad({ kinds: [{}] }),
    bad({ worn: { wear: [1], wearMax: [1], wearUnits: [[1]], unitBytes: 1, time: 1 } }),
    bad({ check: { holds: 'yes', recordsRead: 1 } }),
    bad({ samples: { from: 0, columns: { elapsed: [null] }, frames: [] } }),
  ])('that are none are told: %s', (bad) => {
    expect(() => reading(`${lines[0]}\n${bad}`)).toThrowError(
      expect.objectContaining({ line: 2, message: 'not a measured point' }),
    );
  });

  it('of one key with two results are told', () => {
    const [point] = plan.points;
    const other = point ? JSON.stringify(pointLine(plan, point, resultOf(8))) : '';
    expect(() => reading(`${lines[0]}\n${other}`)).toThrow('another result');
  });
});
