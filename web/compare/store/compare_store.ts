import { createStore } from 'zustand/vanilla';
import type { Description, Scenario } from '../../engine/protocol';
import { EngineTrap, Overtaken } from '../../engine/protocol/errors';
import type { StageEngine } from '../../engine/stage/stage_engine';
import { Latest } from '../../engine/worker/latest';
import { choiceOf } from '../../model/scenario/side_choice';
import { inTurns } from '../../store/stage/turns';
import { FIRST_MOMENT, nextMoment, previousMoment } from '../model/clock';
import type { CompareLink } from '../model/link';
import {
  type ClockMode,
  type Compare,
  type CompareActions,
  type CompareSide,
  type CompareState,
  type RunningSide,
  runningOf,
  runOf,
  type SideIndex,
  withRunning,
} from './compare_state';
import {
  type CompareStore,
  type CompareWork,
  choose,
  cutHere,
  goTo,
  INDICES,
  replaced,
  restore,
  sidePosition,
  stopsKeeper,
  uncut,
  uncutMode,
} from './compare_work';

export { type CompareStore, clockOf, sidePosition, stopsKeeper } from './compare_work';

/** Does pieces of work in turn, and shows that work is going on. */
function queueOf(store: CompareStore): CompareWork['enqueue'] {
  const inTurn = inTurns();
  let waiting = 0;
  return (work) => {
    waiting++;
    store.setState((state) => ({ busy: true, mode: playingMode(state, false) }));
    return inTurn(work).finally(() => {
      waiting--;
      store.setState({ busy: waiting > 0 });
    });
  };
}

/** The mode once the clock is to run or to stop; it stays while the power is being cut. */
const playingMode = ({ mode }: CompareState, playing: boolean): ClockMode =>
  mode === 'cutting' ? mode : playing ? 'playing' : 'still';

/** The moves that change what runs. */
function runMoves(work: CompareWork): Pick<CompareActions, 'restore' | 'choose' | 'cut' | 'uncut'> {
  const { store, enqueue, restoring, choosing } = work;
  return {
    restore: (scenario, link) => {
      const mine = restoring.begin();
      return enqueue(async () => {
        if (!mine.aborted) await restore(work, scenario, link);
      });
    },
    choose: (index, choice) => {
      store.setState(({ sides }) => ({
        sides: replaced(sides, index, { ...sides[index], choice }),
      }));
      const mine = choosing[index].begin();
      return enqueue(async () => {
        if (!mine.aborted) await choose(work, index, choice);
      });
    },
    cut: (survive, seed) =>
      enqueue(() => cutHere(work, { survive, ...(seed !== undefined && { seed }) })),
    uncut: () => enqueue(() => uncut(work)),
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
  const restoring = new Latest();
  const choosing = [new Latest(), new Latest()] as const;
  const empty: CompareSide = { choice: choiceOf(base), state: { is: 'waiting' } };
  const made = createStore<Compare>()((set, get, store) => {
    const enqueue = queueOf(store);
    const work: CompareWork = { store, description, engines, enqueue, restoring, choosing };
    return {
      description,
      base,
      sides: [empty, empty],
      at: FIRST_MOMENT,
      cuts: [],
      busy: true,
      mode: 'still',
      play: (playing) => set((state) => ({ mode: playingMode(state, playing) })),
      showCut: (shown) => set((state) => ({ mode: shown ? 'cutting' : uncutMode(state) })),
      ...runMoves(work),
      goTo: (moment) => goTo(work, moment),
      step: (direction, size) => {
        const state = get();
        const stops = keepStops(state, size);
        const to = (direction > 0 ? nextMoment : previousMoment)(stops, state.at);
        if (to) set({ at: to });
        else set({ mode: playingMode(state, false) });
      },
      link: () => compareLink(get()),
      bytes: (index, tier, address, size) =>
        engines[index].bytes(sidePosition(get(), index) ?? 0, tier, address, size),
      dispose: () => {
        restoring.dispose();
        for (const each of choosing) each.dispose();
        unfollow();
        for (const engine of engines) engine.dispose();
      },
    };
  });
  const unfollow = followClock(made, engines);
  return made;
}

/** The link of the comparison that runs, not of a choice that was typed and refused. */
function compareLink({ sides, at, cuts }: CompareState): CompareLink {
  const [left, right] = sides.map((side) => runOf(side)?.choice ?? side.choice);
  return { ...(left && { left }), ...(right && { right }), at, cuts };
}

/** Keeps frames and outlooks of both sides in step with the clock; returns how this ends. */
function followClock(store: CompareStore, engines: CompareWork['engines']): () => void {
  // An answer about another run of the side is dropped.
  const shown = [new Latest(), new Latest()] as const;
  const put = (index: SideIndex, patch: Partial<RunningSide>) =>
    store.setState((state) => {
      const side = state.sides[index];
      const running = runningOf(side);
      if (!running) return state;
      return { sides: replaced(state.sides, index, withRunning(side, { ...running, ...patch })) };
    });
  const ask = (index: SideIndex, at: number, signal: AbortSignal) => {
    const use = (patch: Partial<RunningSide>) => signal.aborted || put(index, patch);
    const failed = (error: unknown) => {
      // A closed page receives no answer.
      if (error instanceof Overtaken || !(error instanceof EngineTrap)) return;
      use({ trap: { at: error.at, message: error.message } });
    };
    engines[index].seek(at).then((frame) => use({ frame }), failed);
    engines[index].outlook(at).then((outlook) => use({ outlook }), failed);
  };
  store.subscribe((state, before) => {
    for (const index of INDICES) {
      const trace = runOf(state.sides[index])?.trace;
      const at = sidePosition(state, index);
      if (!trace || at === undefined) continue;
      const same = trace === runOf(before.sides[index])?.trace;
      if (same && at === sidePosition(before, index)) continue;
      ask(index, at, same ? shown[index].current : shown[index].begin());
    }
  });
  return () => {
    for (const each of shown) each.dispose();
  };
}
