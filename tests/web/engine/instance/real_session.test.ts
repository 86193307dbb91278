import { describe, expect, it } from 'vitest';
import { Session } from '../../../../web/engine/instance/session';
import type { Cut, Frame, Opened } from '../../../../web/engine/protocol';
import { loadEngine } from '../../../../web/runner/node_engine';

const SCENARIOS = 25;
const SEEKS = 12;

const engine = await loadEngine('explore');
const reference = await loadEngine('explore');

/** The state at `at` by running there from the start, without images. */
function straight(text: string, cuts: readonly Cut[], at: number): Frame {
  reference.open(text);
  for (const cut of cuts) {
    if (cut.at >= at) break;
    reference.advance(cut.at, false);
    reference.cut(cut.survive);
  }
  reference.advance(at, false);
  return reference.inspect();
}

/** All of a frame but its time, which has a test of its own; as text, which compares fast. */
const timeless = ({ time: _, ...rest }: Frame) => JSON.stringify(rest);

/** Numbers that look random and are the same each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

describe.each(Array.from({ length: SCENARIOS }, (_, n) => n))('random scenario %i', (seed) => {
  const text = reference.randomScenario(seed);
  const pick = numbers(seed + 1);

  it('shows the states of a straight run, wherever one goes, crashes included', () => {
    // Images every few events, so that they are what is tested.
    const images = { budgetBytes: 8 << 20, spacing: 16, replayMs: 12 };
    const session = new Session(engine, { images });
    const opened = session.open(text) as Opened;
    const first = pick(opened.run.events.length);
    session.cut(first, { survive: 'random', seed });
    const recovered = session.plan?.ends.at(-1) ?? first;
    session.cut(first + 1 + pick(recovered - first), { survive: 'none' });
    const { cuts = [], ends = [] } = session.plan ?? {};
    for (let n = 0; n < SEEKS; n++) {
      const at = pick((ends.at(-1) ?? 0) + 1);
      const expected = timeless(straight(text, cuts, at));
      expect(timeless(session.seek(at)), `at ${at}`).toBe(expected);
      // Asking forks the world: it must leave no trace in it.
      session.outlook(at, 16);
      expect(timeless(session.seek(at)), `at ${at}`).toBe(expected);
    }
  });

  it('records what it counts: columns, clock and crash points agree with the frames', () => {
    const session = new Session(engine);
    const { run } = session.open(text) as Opened;
    expect(run.trap).toBeUndefined();
    const frame = session.seek(run.events.length);
    expect(frame.at).toBe(run.events.length);
    expect(frame.phase).toBe(0);
    const acknowledged = frame.transactions.filter(({ state }) => state === 'acknowledged');
    const kind = session.describe().eventKinds.indexOf('acknowledge');
    const told = run.events.kind.filter((each) => each === kind).length;
    expect(told).toBe(acknowledged.length);
  });
});

it('the time of a frame is that of the latest event so far, however one got there', () => {
  const text = reference.randomScenario(1);
  const session = new Session(engine);
  const { run } = session.open(text) as Opened;
  let latest = 0;
  for (let at = 1; at <= 60; at++) {
    latest = Math.max(latest, run.events.time[at - 1] ?? 0);
    expect(session.seek(at).time, `at ${at}, stepping`).toBe(latest);
    expect(straight(text, [], at).time, `at ${at}, straight`).toBe(latest);
  }
});
