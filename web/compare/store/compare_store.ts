import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Description, Scenario, SurvivePolicy } from '../../engine/protocol';
import { EngineTrap, Overtaken } from '../../engine/protocol/errors';
import type { StageEngine } from '../../engine/stage/stage_engine';
import { choiceOf, otherChoice, type SideChoice } from '../../model/scenario/side_choice';
import type { StepSize } from '../../model/trace/steps';
import { inTurns } from '../../store/stage/turns';
import {
  type Clock,
  type ClockStops,
  clampMoment,
  clockStops,
  FIRST_MOMENT,
  type Moment,
  nextMoment,
  phaseEnd,
  positionAtMoment,
  previousMoment,
} from '../model/clock';
import type { CompareCut, CompareLink } from '../model/link';
import { cutSide, faultCut, openSide, uncutSide } from './compare_runs';
import type { Compare, CompareSide, CompareState, SideIndex, Sides } from './compare_state';

export type CompareStore = StoreApi<Compare>;

const INDICES = [0, 1] as const;

/** The clock that the sides of a comparison share. */
export function clockOf({ sides, cuts }: Pick<CompareState, 'sides' | 'cuts'>): Clock {
  return {
    sides: sides.flatMap(({ run }) => (run ? [run] : [])),
    cuts: cuts.map(({ time }) => time),
  };
}

/** Where a side is; undefined where it does not run. */
export function sidePosition(state: CompareState, index: SideIndex): number | undefined {
  const run = state.sides[index].run;
  return run && positionAtMoment(run.trace, state.at);
}

/** Stops of the clock, computed once for the traces that it has. */
export function stopsKeeper(): (state: CompareState, size: StepSize) => ClockStops {
  let sides: Sides | undefined;
  let traces: unknown[] = [];
  let kept = new Map<StepSize, ClockStops>();
  return (state, size) => {
    const now = state.sides.map(({ run }) => run?.trace);
    if (state.sides !== sides && now.some((trace, n) => trace !== traces[n])) kept = new Map();
    sides = state.sides;
    traces = now;
    const known = kept.get(size);
    if (known && known.length === state.cuts.length + 1) return known;
    const stops = clockStops(clockOf(state), size);
    kept.set(size, stops);
    return stops;
  };
}

/**
 * Two engines on one script and one clock. Everything that changes what runs goes through a queue,
 * so that both sides always have the same power cuts.
 */
export function createCompareStore(
  spawn: () => StageEngine,
  description: Description,
  base: Scenario,
): CompareStore {
  const engines = [spawn(), spawn()] as const;
  const keepStops = stopsKeeper();
  const inTurn = inTurns();
  let waiting = 0;
  /** Counts restores: what a newer one replaces is not worth ending. */
  let newest = 0;
  const enqueue = (work: () => Promise<void>): Promise<void> => {
    waiting++;
    store.setState({ busy: true, playing: false });
    return inTurn(work).finally(() => {
      waiting--;
      store.setState({ busy: waiting > 0 });
    });
  };
  const empty: CompareSide = { choice: choiceOf(base), problems: [] };

  const store: CompareStore = createStore<Compare>()((set, get) => {
    const settle = (patch: Partial<CompareState>) =>
      set((state) => {
        const next = { ...state, ...patch };
        return { ...patch, at: clampMoment(clockOf(next), next.at) };
      });
    const both = async (work: (engine: StageEngine, side: CompareSide) => Promise<CompareSide>) => {
      const { sides } = get();
      return (await Promise.all(
        INDICES.map((n) => work(engines[n], sides[n])),
      )) as unknown as Sides;
    };
    /** Makes a power cut on both sides and keeps it in the list. */
    const makeCut = async (cut: CompareCut, phase: number) => {
      const sides = await both((engine, side) => cutSide(engine, side, phase, cut));
      settle({ sides, cuts: [...get().cuts.slice(0, phase), cut] });
    };
    const restore = async (scenario: Scenario, link: CompareLink | undefined) => {
      const left = link?.left ?? choiceOf(scenario);
      const right = link?.right ?? otherChoice(description, left, scenario.workload !== undefined);
      set({ base: scenario, cuts: [], cutPanel: false });
      const choices = [left, right] as const;
      const sides = (await Promise.all(
        INDICES.map((n) => openSide(engines[n], scenario, choices[n], undefined)),
      )) as unknown as Sides;
      set({ sides, at: openingMoment(scenario, sides, link) });
      if (!link?.at && !link?.cuts.length) {
        for (let phase = 0; ; phase++) {
          const cut = faultCut(scenario, get().sides, phase);
          if (!cut) break;
          await makeCut(cut, phase);
        }
      }
      for (const [phase, cut] of (link?.cuts ?? []).entries()) await makeCut(cut, phase);
      // Nobody asked for a moment: the run is over, and the sides are seen in what they did with it.
      const end = phaseEnd(clockOf(get()), 0);
      settle({ at: link?.at ?? { phase: 0, time: end } });
    };
    const choose = async (index: SideIndex, choice: SideChoice) => {
      const { sides, cuts, base: scenario } = get();
      const engine = engines[index];
      let side = await openSide(engine, scenario, choice, sides[index]);
      // A side that was refused still has its power cuts.
      const opened = side.problems.length === 0;
      for (const [phase, cut] of opened ? cuts.entries() : []) {
        side = await cutSide(engine, side, phase, cut);
      }
      const now = get().sides;
      // What was typed meanwhile stays.
      const shown = now[index].choice === choice ? side : { ...side, choice: now[index].choice };
      settle({ sides: replaced(now, index, shown) });
    };
    return {
      description,
      base,
      sides: [empty, empty],
      at: FIRST_MOMENT,
      cuts: [],
      busy: true,
      playing: false,
      cutPanel: false,
      set,
      restore: (scenario, link) => {
        newest++;
        const turn = newest;
        return enqueue(async () => {
          if (turn === newest) await restore(scenario, link);
        });
      },
      choose: (index, choice) => {
        set((state) => ({
          sides: replaced(state.sides, index, { ...state.sides[index], choice }),
        }));
        return enqueue(async () => {
          if (get().sides[index].choice === choice) await choose(index, choice);
        });
      },
      goTo: (moment) => settle({ at: moment }),
      step: (direction, size) => {
        const state = get();
        const stops = keepStops(state, size);
        const to = (direction > 0 ? nextMoment : previousMoment)(stops, state.at);
        if (to) set({ at: to });
        else set({ playing: false });
      },
      cut: (survive, seed) => cutHere(survive, seed),
      uncut: () =>
        enqueue(async () => {
          const { cuts, at } = get();
          const count = Math.max(0, cuts.length - 1);
          const sides = await both((engine, side) => uncutSide(engine, side, count));
          const back = { phase: count, time: cuts[count]?.time ?? at.time };
          settle({ sides, cuts: cuts.slice(0, count), at: at.phase > count ? back : at });
        }),
      link: () => compareLink(get()),
      bytes: (index, tier, address, size) =>
        engines[index].bytes(sidePosition(get(), index) ?? 0, tier, address, size),
      dispose: () => {
        for (const engine of engines) engine.dispose();
      },
    };

    function cutHere(survive: SurvivePolicy, seed: number | undefined): Promise<void> {
      return enqueue(async () => {
        const { at } = get();
        const cut = { time: at.time, survive, ...(seed !== undefined && { seed }) };
        await makeCut(cut, at.phase);
        set({ at: { phase: at.phase + 1, time: 0 }, cutPanel: false });
      });
    }
  });
  followClock(store, engines);
  return store;
}

/** Where sides that have just been opened are seen until their power cuts are made: no frame is asked for that nobody sees. */
function openingMoment(base: Scenario, sides: Sides, link: CompareLink | undefined): Moment {
  const asked = link?.at || link?.cuts.length;
  const first = asked ? link?.cuts[0] : faultCut(base, sides, 0);
  const end = phaseEnd(clockOf({ sides, cuts: first ? [first] : [] }), 0);
  const { phase, time } = link?.at ?? { phase: 0, time: end };
  return { phase: 0, time: phase > 0 ? end : Math.min(time, end) };
}

function replaced(sides: Sides, index: SideIndex, side: CompareSide): Sides {
  return index === 0 ? [side, sides[1]] : [sides[0], side];
}

/** What a link must say to come back: what runs, not what was typed and refused. */
function compareLink({ sides, at, cuts }: CompareState): CompareLink {
  const [left, right] = sides.map(({ run, choice }) => run?.choice ?? choice);
  return { ...(left && { left }), ...(right && { right }), at, cuts };
}

/** Keeps frames and outlooks of both sides in step with the clock. */
function followClock(store: CompareStore, engines: readonly [StageEngine, StageEngine]): void {
  const shown: { trace?: unknown; at?: number | undefined }[] = [{}, {}];
  const put = (index: SideIndex, trace: unknown, patch: Partial<CompareSide>) =>
    store.setState((state) => {
      const side = state.sides[index];
      if (side.run?.trace !== trace) return {};
      return { sides: replaced(state.sides, index, { ...side, ...patch }) };
    });
  store.subscribe((state) => {
    for (const index of INDICES) {
      const { run } = state.sides[index];
      const at = sidePosition(state, index);
      if (!run || at === undefined) continue;
      if (shown[index]?.trace === run.trace && shown[index]?.at === at) continue;
      const { trace } = run;
      shown[index] = { trace, at };
      const failed = (error: unknown) => {
        if (error instanceof Overtaken) return;
        if (error instanceof EngineTrap)
          put(index, trace, { trap: { at: error.at, message: error.message } });
        // A closed page has nothing to tell.
      };
      engines[index].seek(at).then((frame) => put(index, trace, { frame }), failed);
      engines[index].outlook(at).then((outlook) => put(index, trace, { outlook }), failed);
    }
  });
}
