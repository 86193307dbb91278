import { createStore } from 'zustand/vanilla';
import type { Description, Scenario } from '../../engine/protocol';
import { EngineTrap, Overtaken } from '../../engine/protocol/errors';
import type { StageEngine } from '../../engine/stage/stage_engine';
import { Latest } from '../../engine/worker/latest';
import { choiceOf } from '../../model/scenario/side_choice';
import { inTurns } from '../../store/stage/turns';
import { FIRST_MOMENT, nextMoment, previousMoment } from '../model/clock';
import type { CompareLink } from '../model/link';
import type {
  Compare,
  CompareActions,
  CompareSide,
  CompareState,
  SideIndex,
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
} from './compare_work';

export { type CompareStore, clockOf, sidePosition, stopsKeeper } from './compare_work';

/** Does pieces of work in turn, and shows that work is going on. */
function queueOf(store: CompareStore): CompareWork['enqueue'] {
  const inTurn = inTurns();
  let waiting = 0;
  return (work) => {
    waiting++;
    store.setState({ busy: true, playing: false });
    return inTurn(work).finally(() => {
      waiting--;
      store.setState({ busy: waiting > 0 });
    });
  };
}

/** The moves that change what runs. */
function runMoves(work: CompareWork): Pick<CompareActions, 'restore' | 'choose' | 'cut' | 'uncut'> {
  const { store, enqueue, restoring } = work;
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
      return enqueue(async () => {
        if (store.getState().sides[index].choice === choice) await choose(work, index, choice);
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
  const empty: CompareSide = { choice: choiceOf(base), problems: [] };
  const made = createStore<Compare>()((set, get, store) => {
    const work: CompareWork = { store, description, engines, enqueue: queueOf(store), restoring };
    return {
      description,
      base,
      sides: [empty, empty],
      at: FIRST_MOMENT,
      cuts: [],
      busy: true,
      playing: false,
      cutPanel: false,
      play: (playing) => set({ playing }),
      showCut: (cutPanel) => set({ cutPanel, ...(cutPanel && { playing: false }) }),
      ...runMoves(work),
      goTo: (moment) => goTo(work, moment),
      step: (direction, size) => {
        const state = get();
        const stops = keepStops(state, size);
        const to = (direction > 0 ? nextMoment : previousMoment)(stops, state.at);
        if (to) set({ at: to });
        else set({ playing: false });
      },
      link: () => compareLink(get()),
      bytes: (index, tier, address, size) =>
        engines[index].bytes(sidePosition(get(), index) ?? 0, tier, address, size),
      dispose: () => {
        restoring.dispose();
        for (const engine of engines) engine.dispose();
      },
    };
  });
  followClock(made, engines);
  return made;
}

/** The link of the comparison that runs, not of a choice that was typed and refused. */
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
        // A closed page receives no answer.
      };
      engines[index].seek(at).then((frame) => put(index, trace, { frame }), failed);
      engines[index].outlook(at).then((outlook) => put(index, trace, { outlook }), failed);
    }
  });
}
