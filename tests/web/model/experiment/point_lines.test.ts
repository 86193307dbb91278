import { describe, expect, it } from 'vitest';
import type { PointResult } from '../../../../web/engine/protocol/experiment';
import {
  beginsLikePointLines,
  keysOf,
  pointLine,
  readPointLines,
} from '../../../../web/model/experiment/point_lines';
import { file, planOf, resultOf } from '../../lab/toy_experiment';

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
    '{',
    'null',
    '7',
    '{"key": "x"}',
    '{"key": 1, "result": {}}',
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

  const worn = { wear: [1], wearMax: [1], wearUnits: [[1, 1]], unitBytes: 1, time: 1 };
  const frame = { time: 1, latency: [], wear: [1], wearMax: [1], wearUnits: [] };
  const samples = { from: 0, columns: { elapsed: [1], commits: [1] }, frames: [frame] };
  const so = (many: number) => Array.from({ length: many }, () => 1);
  const pairs = (many: number) => Array.from({ length: many }, () => [1, 1]);

  it('may hold as much as the engine tells', () => {
    const full = {
      worn: { ...worn, wear: so(1024), wearMax: so(1024), wearUnits: pairs(240) },
      samples: {
        from: 0,
        columns: { elapsed: so(256), commits: so(256) },
        frames: [{ ...frame, wear: so(256), wearMax: so(256), latency: pairs(368) }],
      },
    };
    expect([...reading(bad(full)).keys()]).toEqual(['x']);
  });

  it.each([
    ['result.worn.wear', 1024, { worn: { ...worn, wear: so(300_000), wearMax: so(300_000) } }],
    ['result.worn.wearMax', 1, { worn: { ...worn, wearMax: [1, 2] } }],
    ['result.worn.wear', 1, { worn: { ...worn, wear: [1, 2] } }],
    ['result.worn.wearUnits', 240, { worn: { ...worn, wearUnits: pairs(241) } }],
    [
      'result.samples.columns.commits',
      256,
      { samples: { ...samples, columns: { commits: so(257) } } },
    ],
    [
      'result.samples.columns.commits',
      1,
      { samples: { ...samples, columns: { elapsed: [1], commits: [1, 2] } } },
    ],
    [
      'result.samples.frames[0].latency',
      368,
      { samples: { ...samples, frames: [{ ...frame, latency: pairs(369) }] } },
    ],
    ['result.samples.frames', 256, { samples: { ...samples, frames: so(257) } }],
  ] as const)('with more than a result holds say where: %s, %i', (path, most, change) => {
    const message = `${path} may hold no more than ${most} values here`;
    expect(() => reading(`${lines[0]}\n${bad(change)}`)).toThrowError(
      expect.objectContaining({ line: 2, problem: { kind: 'too-long', path, most }, message }),
    );
  });

  it('of one key with two results are told', () => {
    const [point] = plan.points;
    const other = point ? JSON.stringify(pointLine(plan, point, resultOf(8))) : '';
    expect(() => reading(`${lines[0]}\n${other}`)).toThrow('another result');
  });
});
