import { describe, expect, it } from 'vitest';
import { Session } from '../../web/engine/instance/session';
import type { Scenario } from '../../web/engine/protocol';
import { findPattern } from '../../web/model/trace/anchor';
import { loadEngine } from '../../web/runner/node_engine';
import { runLecture } from './lecture_run';
import { lectureFiles } from './scenario_files';

/** The numbers about the device in the lectures on wear are those that the engine counts. */

function lecture(id: string) {
  const file = lectureFiles().find(({ scenario }) => scenario.id === id);
  if (!file) throw new Error(`no lecture ${id}`);
  return file;
}

describe('the gap that goes round', async () => {
  const file = lecture('gap-goes-round');
  const { session, trace } = await runLecture(file);
  function wearAt(name: string) {
    const mark = file.scenario.marks?.find((each) => each.name?.en === name);
    const at = mark && findPattern(trace, mark.when);
    if (at === undefined) throw new Error(`no mark ${name}`);
    const { wear, structures } = session.seek(at);
    const medium = structures.find(({ id }) => id === 'medium')?.items ?? [];
    const places = medium.map(({ tags }) => tags.map(({ en }) => en).join(', '));
    return { ...wear, places, all: wear.counts.reduce((sum, each) => sum + each, 0) };
  }

  it('first the last slot goes into the gap', () => {
    const { counts, own, places } = wearAt('One write, and one move');
    expect([counts[1], counts[11], own]).toEqual([1, 1, 1]);
    expect(places.slice(9)).toEqual([
      'slot 6, writes 0',
      'gap, writes 0',
      'slot 7, writes 1',
      'spare, writes 0',
      'spare, writes 0',
    ]);
  });

  it('after T2 the gap has gone round', () => {
    const { counts, own, all, max, sparesUsed, places } = wearAt('Once round');
    expect(places.slice(0, 4)).toEqual([
      'slot 7, writes 1',
      'super block, writes 4',
      'list, writes 5',
      'bitmap, writes 3',
    ]);
    expect(places[11]).toBe('gap, writes 1');
    expect([all, own, max, sparesUsed]).toEqual([24, 12, 5, 0]);
    // The last two places are spares. The bitmap's, where the list is now, is the one with five.
    expect(counts.slice(0, 12).filter((writes) => writes > 0)).toHaveLength(12);
    expect(counts[2]).toBe(5);
  });

  it('one spare is in use before T3 is told, the other before T4 is', () => {
    expect(wearAt('Hot behind hot').sparesUsed).toBe(1);
    expect(wearAt('Hot behind hot').counts[12]).toBe(1);
    expect(wearAt('A copy takes the last spare').sparesUsed).toBe(2);
    expect(wearAt('A copy takes the last spare').counts[13]).toBe(1);
  });

  it('when T5 is told half of the writes are the device’s own', () => {
    const { counts, own, all } = wearAt('Levelled, and nearly worn out');
    expect([all, own, Math.min(...counts)]).toEqual([54, 27, 2]);
  });
});

describe('how far the same PCM comes', async () => {
  const engine = await loadEngine('explore');
  const {
    marks: _,
    facts: __,
    faults: ___,
    ...script
  } = lecture('wearing-out-a-hot-spot').scenario;

  /** The number of the eight clients that get their answer on a device with these prices. */
  function told(prices: Record<string, number>, params: Scenario['scheme']['params'] = {}): number {
    const scenario = {
      ...script,
      machine: { ...script.machine, overrides: { ...script.machine.overrides, ...prices } },
      scheme: { ...script.scheme, params: { ...script.scheme.params, ...params } },
    };
    const session = new Session(engine);
    const opened = session.open(JSON.stringify(scenario));
    if (!opened.ok) throw new Error(JSON.stringify(opened.problems));
    const { transactions } = session.seek(opened.run.events.length);
    return transactions.filter(({ state }) => state === 'acknowledged').length;
  }

  it.each([
    ['nothing levels', {}, 6],
    ['a gap moves at every write', { 'nvm.start_gap': 1 }, 5],
    [
      'a gap moves at every write, addresses are random',
      { 'nvm.start_gap': 1, 'nvm.randomize': 1 },
      3,
    ],
    ['a gap moves at every fourth write', { 'nvm.start_gap': 4 }, 6],
    [
      'hot units rotate over places in reserve',
      { 'nvm.rotate_writes': 5, 'nvm.reserve_units': 4 },
      8,
    ],
  ])('%s', (_, prices, transactions) => {
    expect(told(prices)).toBe(transactions);
  });

  it('the system moves them itself', () => {
    const { scheme } = lecture('hot-spot-moves-on').scenario;
    expect(told({}, scheme.params)).toBe(8);
  });

  it('on one script', () => {
    for (const id of ['hot-spot-moves-on', 'gap-goes-round']) {
      expect(lecture(id).scenario.threads).toEqual(script.threads);
      expect(lecture(id).scenario.records).toEqual(script.records);
    }
  });
});
