import { describe, expect, it } from 'vitest';
import { allocateColumns } from '../../../web/engine/instance/columns';
import type { PhaseTrace } from '../../../web/engine/protocol';
import { joinPhases, traceNames } from '../../../web/model/trace/trace';
import { ticksOf, timeScale } from '../../../web/stage/timeline/time_scale';
import { description } from '../support/fixture_description';
import { info } from '../support/fixture_engine';

function phase(number: number, start: number, times: readonly number[]): PhaseTrace {
  const events = allocateColumns(times.length);
  events.time.set(times);
  return { phase: number, start, events, spans: [] };
}

const joined = (...parts: PhaseTrace[]) => joinPhases(traceNames(description, info), parts);

describe('the time axis', () => {
  it('is linear where no stretch is much longer than the others', () => {
    const scale = timeScale(
      joined(
        phase(
          0,
          0,
          Array.from({ length: 20 }, (_, n) => (n + 1) * 10),
        ),
      ),
      400,
    );
    expect(scale.breaks).toEqual([]);
    expect(scale.xOf(0, 100)).toBeCloseTo(200, 5);
  });

  it('is found for more events than a call has room for arguments', () => {
    const times = Array.from({ length: 300_000 }, (_, n) => n);
    expect(timeScale(joined(phase(0, 0, times)), 400).breaks).toEqual([]);
  });

  it('shortens a long wait, says where, and stays monotone', () => {
    const times = [
      10, 20, 30, 8_000_030, 8_000_040, 8_000_050, 8_000_060, 8_000_070, 8_000_080, 8_000_090,
      8_000_100,
    ];
    const trace = joined(phase(0, 0, times));
    const scale = timeScale(trace, 500);
    expect(scale.breaks.map(({ from, to }) => [from, to])).toEqual([[30, 8_000_030]]);
    const xs = times.map((_, index) => scale.xAt(index + 1));
    expect(xs).toEqual([...xs].sort((a, b) => a - b));
    expect((xs[3] as number) - (xs[2] as number)).toBeLessThan(80);
    for (const { time } of ticksOf(scale, 60).ticks)
      expect(time <= 30 || time >= 8_000_030).toBe(true);
  });

  it('has no number behind the end of a phase, which would stand at that end', () => {
    const times = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
    for (let count = 20; count < 60; count++) {
      const trace = joined(phase(0, 0, times(count)), phase(1, count, times(33)));
      const scale = timeScale(trace, 300);
      for (const { phase: number, time, x } of ticksOf(scale, 30).ticks) {
        expect(time, `${number}, ${count} long`).toBeLessThanOrEqual(number === 0 ? count : 33);
        expect(scale.timeAt(x).time).toBeCloseTo(time, 6);
      }
    }
  });

  it('finds the position under the pointer, in every phase', () => {
    const trace = joined(phase(0, 0, [10, 20, 30, 40]), phase(1, 4, [10, 20, 30]));
    const scale = timeScale(trace, 300);
    for (let position = 0; position <= trace.length; position++) {
      expect(scale.positionAt(scale.xAt(position)), `position ${position}`).toBe(position);
    }
    expect(scale.positionAt(-50)).toBe(0);
    expect(scale.positionAt(1e6)).toBe(trace.length);
  });
});
