import { describe, expect, it } from 'vitest';
import { Session } from '../../web/engine/instance/session';
import type { Item, Structure } from '../../web/engine/protocol';
import { joinPhases, timeAt, traceNames } from '../../web/model/trace/trace';
import { loadEngine } from '../../web/runner/node_engine';

// The stage's drawing of adaptive destaging (PCMLogging, section 5): at every position the state,
// the free segments and the rates agree with the slots and with the event.

const SLOTS = 16;
/** One of 64 bytes, so of one slot. */
const SEGMENT = 1;
const text = (words: string) => ({ en: words, zh: words });
/**
 * The more PCM holds the slower it fills: there are plans after T1 and T2, and destaging keeps to
 * its pace.
 */
const scenario = {
  format: 1,
  id: 'pace',
  kind: 'scenario',
  title: text('pace'),
  seed: 1,
  machine: { id: 'setup-a', overrides: { 'disk.read_ns': 20_000, 'disk.write_ns': 20_000 } },
  scheme: {
    id: 'pcmlogging',
    params: {
      slots: SLOTS,
      page_slots: 0,
      frames: 4,
      destage: 'adaptive',
      destage_free: 990,
      segment_bytes: 64 * SEGMENT,
      rate_window_us: 20,
      warm_up_windows: 1,
    },
  },
  records: { A: 1, B: 2, C: 3, D: 4, E: 5, F: 6, G: 7, H: 8, I: 9 },
  threads: [
    [
      'begin T1',
      'A := 1',
      'B := 1',
      'C := 1',
      'D := 1',
      'E := 1',
      'F := 1',
      'G := 1',
      'commit',
      'wait 25us',
      'begin T2',
      'H := 2',
      'commit',
      'wait 150us',
      'begin T3',
      'I := 3',
      'A := 3',
      'commit',
      'wait 100us',
      'begin T4',
      'B := 4',
      'commit',
      'wait 100us',
    ],
  ],
};

const session = new Session(await loadEngine('explore'));
const opened = session.open(JSON.stringify(scenario));
if (!opened.ok) throw new Error(JSON.stringify(opened.problems));
const trace = joinPhases(traceNames(session.describe(), opened.info), [opened.run]);
const index = trace.names.structures.findIndex(({ id }) => id === 'destage-chain');

interface Seen {
  readonly states: Structure;
  readonly here: readonly Item[];
  readonly used: number;
}
function seenAt(position: number): Seen {
  const { structures } = session.seek(position);
  const find = (id: string) => structures.find((each) => each.id === id) as Structure;
  const states = find('destage-chain');
  const used = find('pcm-slot').items.filter(({ state }) => state !== 'empty').length;
  const here = states.items.filter(({ tags }) => tags.some(({ en }) => en === 'now'));
  return { states, here, used };
}
/** The number behind these words. */
function numberOf({ tags }: Item, words: string): number | undefined {
  const tag = tags.find(({ en }) => en.startsWith(`${words} `));
  return tag && Number(tag.en.slice(words.length + 1));
}

const every = Array.from({ length: trace.length }, (_, position) => ({
  position,
  ...seenAt(position),
}));
const overflow = (every[0]?.states.items.length ?? 0) - 1;

describe('the states of adaptive destaging', () => {
  it('are drawn as states', () => {
    expect(trace.names.structures[index]).toMatchObject({ shape: 'states', tier: 'dram' });
    expect(overflow).toBeGreaterThan(2);
  });

  it('are one at a time, which is the one that is filled, at every position', () => {
    for (const { states, here } of every) {
      expect(here).toHaveLength(1);
      expect(states.items.filter(({ state }) => state !== 'empty')).toEqual(here);
    }
    // It comes and goes.
    expect(new Set(every.map(({ here }) => here[0]?.key)).size).toBeGreaterThan(2);
  });

  it('have one segment less each, and none where clients wait', () => {
    for (const { states } of every) {
      const free = states.items.map((item) => numberOf(item, 'segments free'));
      expect(free).toEqual([
        ...Array.from({ length: overflow }, (_, k) => overflow - 1 - k),
        undefined,
      ]);
      expect(states.items.at(-1)?.tags.map(({ en }) => en)).toContain('clients wait for room');
    }
  });

  it('have as many free segments as slots are free, wherever nothing is on its way', () => {
    let checked = 0;
    for (const { here, used } of every) {
      const [now] = here;
      const free = now && numberOf(now, 'segments free');
      if (free === Math.min(overflow - 1, Math.floor((SLOTS - used) / SEGMENT))) checked++;
    }
    // A slot is taken before its bit is set, and free when its bit is cleared durably.
    expect(checked).toBeGreaterThan(every.length / 2);
    const last = every.at(-1);
    expect(last?.here[0] && numberOf(last.here[0], 'segments free')).toBe(
      Math.min(overflow - 1, SLOTS - (last?.used ?? 0)),
    );
  });

  it('lead to their neighbours', () => {
    for (const { key, links } of every.at(-1)?.states.items ?? []) {
      const to = [key + 1, key - 1].filter((each) => each >= 0 && each <= overflow);
      expect(links.map((link) => link.key)).toEqual(to);
    }
  });

  it('say the rates once there is a plan, which do not fall as PCM fills', () => {
    const planned = every.filter(({ states: { items } }) =>
      items.some((item) => numberOf(item, 'planned ‰ of the time') !== undefined),
    );
    expect(planned.length).toBeGreaterThan(0);
    for (const { states } of planned) {
      const deaths = states.items.slice(1).map((item) => numberOf(item, 'μ, slots/s') ?? -1);
      // g(k) = 1: one rate for all states, and the disk's where clients wait.
      expect(new Set(deaths.slice(0, -1)).size).toBe(1);
      expect(deaths.at(-1)).toBeGreaterThanOrEqual(deaths[0] ?? 0);
      expect(numberOf(states.items[0] as Item, 'μ, slots/s')).toBeUndefined();
      expect(numberOf(states.items[0] as Item, 'λ, slots/s')).toBeGreaterThan(0);
    }
    const [first] = every;
    expect(numberOf(first?.states.items[1] as Item, 'μ, slots/s')).toBeUndefined();
  });

  it('are in the sentence that is drawn', () => {
    const paced = every.filter(({ position }) => trace.events.structure[position] === index + 1);
    expect(paced.length).toBeGreaterThan(0);
    for (const { position, here } of paced) {
      expect(here[0]?.key).toBe(trace.events.key[position]);
      expect(timeAt(trace, position)).toBeGreaterThan(0);
    }
  });
});
