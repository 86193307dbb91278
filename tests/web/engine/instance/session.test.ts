import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Session } from '../../../../web/engine/instance/session';
import type { Opened } from '../../../../web/engine/protocol';
import { ToyEngine, type ToyScenario } from '../../support/toy_engine';

const small = { budgetBytes: 1 << 20, spacing: 64, replayMs: 12 };
const text = (scenario: ToyScenario) => JSON.stringify(scenario);

function opened(scenario: ToyScenario, images = small) {
  const engine = new ToyEngine();
  const session = new Session(engine, { images, now: () => 0 });
  const result = session.open(text(scenario)) as Opened;
  return { engine, session, result };
}

describe('opening', () => {
  it('records every event of the run once, in order', () => {
    const { result } = opened({ events: 5000 });
    expect(result.run.events.length).toBe(5000);
    expect([...result.run.events.time]).toEqual(Array.from({ length: 5000 }, (_, i) => i * 10));
    expect(result.run).toMatchObject({ phase: 0, start: 0, spans: [] });
    expect(result.run.verdict).toBeUndefined();
  });

  it('tells how many events there are where it takes long, and nothing where it does not', () => {
    const told = (perCall: number) => {
      let clock = 0;
      const session = new Session(new ToyEngine(), {
        now: () => {
          clock += perCall;
          return clock;
        },
      });
      const events: number[] = [];
      session.open(text({ events: 50_000 }), (seen) => events.push(seen));
      return events;
    };
    expect(told(0)).toEqual([]);
    const slow = told(50);
    expect(slow.length).toBeGreaterThan(2);
    expect(slow).toEqual([...slow].sort((a, b) => a - b));
    expect(slow.at(-1)).toBeLessThan(50_000);
  });

  it('refused leaves the session as it was', () => {
    const { session } = opened({ events: 300 });
    const before = session.seek(120);
    expect(session.open(text({ events: 1, refuse: 'no' }))).toEqual({
      ok: false,
      problems: [{ path: 'refuse', reason: { en: 'no', zh: '' } }],
    });
    expect(session.seek(120)).toEqual(before);
    expect(session.plan?.ends).toEqual([300]);
  });

  it('another scenario forgets the images of the one before', () => {
    const { session } = opened({ events: 300 });
    session.open(text({ events: 200, memory: 1 << 17 }));
    const fresh = opened({ events: 200, memory: 1 << 17 }).session;
    for (const at of [0, 70, 10, 199]) expect(session.seek(at)).toEqual(fresh.seek(at));
  });

  it('stops a run that does not end, and says where', () => {
    const engine = new ToyEngine();
    const session = new Session(engine, { maxPhaseEvents: 3000 });
    const result = session.open(text({ events: 1_000_000 })) as Opened;
    expect(result.run.trap?.at).toBe(result.run.events.length);
    expect(result.run.events.length).toBeLessThan(6000);
    expect(session.seek(10).at).toBe(10);
  });
});

describe('seeking', () => {
  it('gives the very state of a fresh run, wherever one goes', () => {
    const scenario = { events: 700, recovery: 150 };
    const moves = fc.array(fc.nat(900), { minLength: 1, maxLength: 12 });
    const cuts = fc
      .uniqueArray(fc.nat(699), { maxLength: 2 })
      .map((at) => at.sort((a, b) => a - b));
    fc.assert(
      fc.property(moves, cuts, (positions, cutAt) => {
        const { session } = opened(scenario);
        for (const [seed, at] of cutAt.entries()) session.cut(at, { survive: 'random', seed });
        for (const at of positions) {
          const straight = new ToyEngine();
          straight.open(text(scenario));
          const end = session.plan?.ends.at(-1) ?? 0;
          for (const cut of session.plan?.cuts ?? []) {
            if (cut.at >= Math.min(at, end)) break;
            straight.advance(cut.at, false);
            straight.cut(cut.survive);
          }
          straight.advance(Math.min(at, end), false);
          expect(session.seek(at)).toEqual(straight.inspect());
        }
      }),
      { numRuns: 60 },
    );
  });

  it('back by one event replays no more than the spacing of images', () => {
    const { engine, session } = opened({ events: 5000 }, { ...small, budgetBytes: 64 << 20 });
    for (let at = 4900; at > 4500; at--) {
      const before = engine.calls.replayed;
      session.seek(at);
      expect(engine.calls.replayed - before).toBeLessThanOrEqual(64);
    }
  });

  it('forward goes on from where it stands', () => {
    const { engine, session } = opened({ events: 5000 });
    session.seek(1000);
    const before = engine.calls.replayed;
    session.seek(1001);
    expect(engine.calls.replayed - before).toBe(1);
  });

  it('beyond the end or before the start stands there', () => {
    const { session } = opened({ events: 50 });
    expect([session.seek(99).at, session.seek(-5).at, session.seek(Number.NaN).at]).toEqual([
      50, 0, 0,
    ]);
  });
});

describe('a power cut', () => {
  it('records recovery from the cut on, with its verdict', () => {
    const { session } = opened({ events: 300, recovery: 40 });
    const cut = session.cut(200, { survive: 'none' });
    expect(cut).toMatchObject({
      ok: true,
      recovery: { phase: 1, start: 200, verdict: { verdict: 'consistent' } },
    });
    if (cut.ok) expect(cut.recovery.events.length).toBe(40);
    expect(session.seek(200).phase).toBe(0);
    expect(session.seek(201).phase).toBe(1);
    expect(session.seek(999).at).toBe(240);
  });

  it('refused changes nothing', () => {
    const { session } = opened({ events: 300 });
    session.cut(200, { survive: 'none' });
    const plan = session.plan;
    const frame = session.seek(205);
    expect(session.cut(100, { survive: 'none', seed: 666 })).toMatchObject({
      ok: false,
      refusal: { unit: 0 },
    });
    expect(session.plan).toEqual(plan);
    expect(session.seek(205)).toEqual(frame);
  });

  it('before an older one takes its worker', () => {
    const { session } = opened({ events: 300, recovery: 40 });
    session.cut(200, { survive: 'none' });
    session.cut(220, { survive: 'none' });
    session.cut(100, { survive: 'all' });
    expect(session.plan?.cuts.map(({ at }) => at)).toEqual([100]);
    expect(session.seek(999)).toMatchObject({ at: 140, phase: 1 });
  });

  it('taken back lets the phase before run on as it did', () => {
    const { session } = opened({ events: 300, recovery: 40 });
    const before = session.seek(280);
    session.cut(200, { survive: 'none' });
    session.seek(230);
    session.uncut(0);
    expect(session.seek(280)).toEqual(before);
    session.uncut(0);
    expect(session.plan).toMatchObject({ cuts: [], ends: [300] });
  });

  it('is made again where no image after it is left', () => {
    const scenario = { events: 400, recovery: 300, memory: 1 << 16 };
    const roomy = opened(scenario).session;
    // Room for little more than one image.
    const { engine, session } = opened(scenario, { ...small, budgetBytes: 20 * 4096 });
    for (const each of [roomy, session]) {
      each.cut(300, { survive: 'random', seed: 4 });
      each.cut(450, { survive: 'random', seed: 5 });
    }
    const cutsBefore = engine.calls.cut;
    for (const at of [10, 600, 320, 460, 301]) expect(session.seek(at)).toEqual(roomy.seek(at));
    expect(engine.calls.cut).toBeGreaterThan(cutsBefore);
  });
});

describe('a trap', () => {
  it('ends the trace where it was, and tells', () => {
    const { session, result } = opened({ events: 900, trapAt: 700 });
    expect(result.run.trap).toEqual({ at: 700, message: 'unreachable' });
    expect(result.run.events.length).toBe(700);
    expect(session.broken).toBe(true);
  });

  it('leaves a plan that a new instance takes over', () => {
    const { session } = opened({ events: 900, trapAt: 700 });
    const next = new Session(new ToyEngine(), { images: small });
    if (session.plan) next.adopt(session.plan);
    expect(next.seek(650)).toEqual(opened({ events: 900 }).session.seek(650));
    expect(next.seek(800).at).toBe(700);
  });
});

describe('fates', () => {
  it('come for at least one position, then for as many as the time allows', () => {
    let clock = 0;
    const session = new Session(new ToyEngine(), { now: () => clock++ });
    session.open(text({ events: 100 }));
    expect(session.fates([1, 2, 3, 4, 5, 6], 9, -1)).toEqual([
      { at: 1, fates: ['never'], exact: true },
    ]);
    expect(session.fates([1, 2, 3, 4, 5, 6], 9, 3).length).toBeLessThan(6);
    expect(session.fates([1, 2, 3], 9, 1000).map(({ at }) => at)).toEqual([1, 2, 3]);
  });
});

it('a plan adopted elsewhere shows the same states', () => {
  const { session } = opened({ events: 400, recovery: 100 });
  session.cut(250, { survive: 'random', seed: 8 });
  const scout = new Session(new ToyEngine(), { images: small });
  if (session.plan) scout.adopt(session.plan);
  for (const at of [330, 20, 251, 250]) expect(scout.seek(at)).toEqual(session.seek(at));
});
