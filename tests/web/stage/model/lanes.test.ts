import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Span } from '../../../../web/engine/protocol';
import type { TracePhase } from '../../../../web/model/trace/trace';
import { barrierWaits, laneSegments, lanesOf } from '../../../../web/stage/model/lanes';

const span = (start: number, end: number, category = 0, txn = 0, actor = 0): Span => ({
  start,
  end,
  actor,
  category,
  txn,
});
const phase = (spans: readonly Span[]): TracePhase => ({ phase: 0, start: 0, end: 0, spans });
const laneOf = (spans: readonly Span[]) => ({ actor: 0, spans });

const anySpans = fc
  .array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 50 }), fc.nat(3), fc.nat(2)), {
    maxLength: 60,
  })
  .map((parts) => {
    let time = 0;
    return parts.map(([gap, length, category, txn]) => {
      const start = time + gap;
      time = start + length;
      return span(start, time, category, txn);
    });
  });

describe('lanes', () => {
  it('keep apart what waits for another and what is served', () => {
    const turn = { ...span(0, 10), waits: true };
    const [lane] = lanesOf(phase([turn, span(10, 30)]), [0]);
    expect(lane?.spans).toEqual([turn, span(10, 30)]);
    const drawn = laneSegments(laneOf([turn, span(10, 30)]), 0, 100, 0.5);
    expect(drawn.map(({ start, waits = false }) => [start, waits])).toEqual([
      [0, true],
      [10, false],
    ]);
  });

  it('show that a thread of recovery waits for the others, and no pause of another', () => {
    const actors = [
      { id: 1, kind: 'recovery' },
      { id: 2, kind: 'daemon' },
    ];
    const isWait = barrierWaits(actors, [{ id: 'data-io' }, { id: 'wait' }]);
    const spans = [span(0, 20, 0, 0, 1), span(20, 40, 1, 0, 1), span(0, 20, 1, 0, 2)];
    const lanes = lanesOf(phase(spans), [1, 2], isWait);
    const drawn = lanes.map((lane) => laneSegments(lane, 0, 100, 0.5).map(({ waits }) => waits));
    expect(drawn).toEqual([[undefined, true], [undefined]]);
  });

  it('are one an actor, empty ones included, in the order asked for', () => {
    const lanes = lanesOf(phase([span(0, 5, 0, 0, 2)]), [1, 2]);
    expect(lanes.map(({ actor, spans }) => [actor, spans.length])).toEqual([
      [1, 0],
      [2, 1],
    ]);
  });

  it('join what goes on, and nothing else', () => {
    const [lane] = lanesOf(
      phase([span(10, 20, 1, 1), span(0, 10, 1, 1), span(20, 30, 1, 2), span(31, 40, 1, 2)]),
      [0],
    );
    expect(lane?.spans.map(({ start, end }) => [start, end])).toEqual([
      [0, 20],
      [20, 30],
      [31, 40],
    ]);
  });

  it('drop spans without length', () => {
    expect(lanesOf(phase([span(3, 3)]), [0])[0]?.spans).toEqual([]);
  });
});

describe('level of detail', () => {
  it('leaves spans alone that can be seen', () => {
    fc.assert(
      fc.property(anySpans, (spans) => {
        const drawn = laneSegments(laneOf(spans), 0, 10_000, 0.5);
        expect(drawn.map(({ start, end, mixed }) => [start, end, mixed])).toEqual(
          spans.map(({ start, end }) => [start, end, false]),
        );
      }),
    );
  });

  it('never draws more than the width can show, and covers every span in view', () => {
    fc.assert(
      fc.property(
        anySpans,
        fc.nat(500),
        fc.integer({ min: 1, max: 2000 }),
        fc.integer({ min: 1, max: 200 }),
        (spans, from, length, finest) => {
          const to = from + length;
          const drawn = laneSegments(laneOf(spans), from, to, finest);
          expect(drawn.length).toBeLessThanOrEqual(2 * (length / finest) + 4);
          for (const { start, end } of spans) {
            if (end <= from || start >= to) continue;
            expect(drawn.some((each) => each.start <= start && each.end >= end)).toBe(true);
          }
          for (let i = 1; i < drawn.length; i++) {
            expect(drawn[i]?.start).toBeGreaterThanOrEqual(drawn[i - 1]?.end ?? 0);
          }
        },
      ),
    );
  });

  it('shows the longest category of a crowd, and its transaction where it is one', () => {
    const crowd = [span(0, 1, 1, 4), span(1, 4, 2, 4), span(4, 5, 1, 4)];
    expect(laneSegments(laneOf(crowd), 0, 100, 10)).toEqual([
      { start: 0, end: 5, category: 2, txn: 4, mixed: true },
    ]);
    const two = [span(0, 1, 1, 4), span(1, 4, 2, 5)];
    expect(laneSegments(laneOf(two), 0, 100, 10)[0]?.txn).toBe(0);
  });
});
