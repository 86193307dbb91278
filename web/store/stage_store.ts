import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CutRefusal, Survive } from '../engine/protocol';
import type { StageEngine } from '../engine/stage_engine';
import { activeBranch, type Plan, removeBranch, renameBranch } from '../model/plan';
import { nextStop, previousStop, type StepSize } from '../model/steps';
import { follow, reportTrap } from './follow';
import { gradeAnswer } from './grading';
import { mergeBranches } from './saved_plans';
import {
  makeFaults,
  newSession,
  partsBefore,
  planWithCut,
  restorePlace,
  switchBranch,
  withParts,
} from './sessions';
import type { Origin, Place, Stage, StageState } from './stage_state';
import { stopsOf } from './stops';
import { inTurns } from './turns';

export type StageStore = StoreApi<Stage>;

const initial: StageState = {
  engine: 'starting',
  at: 0,
  strip: [],
  stepSize: 'statement',
  playing: false,
  selection: undefined,
  cutPanel: false,
  proposed: undefined,
  narration: true,
  answers: {},
  refused: undefined,
  trap: undefined,
  notice: undefined,
};

/** What every new session starts without. */
const fresh: Partial<StageState> = {
  busy: undefined,
  outlook: undefined,
  selection: undefined,
  cutPanel: false,
  proposed: undefined,
  playing: false,
  answers: {},
  refused: undefined,
  trap: undefined,
  notice: undefined,
  narration: true,
};

/**
 * The stage: one engine, one open session, and a playhead that everything else follows.
 * `spawn` makes engines for questions that must not disturb the open session.
 */
export function createStageStore(engine: StageEngine, spawn: () => StageEngine): StageStore {
  // Each reads the session in its turn: what was asked of another one does nothing.
  const inTurn = inTurns();
  const store: StageStore = createStore<Stage>()((set, get) => ({
    ...initial,
    set: (patch) => set(patch),
    start: () => start(store, engine),
    open: (text, origin, place, saved) =>
      inTurn(() => open(store, engine, text, origin, place, saved)),
    goTo: (position) => {
      const { session, at } = get();
      const to = Math.max(0, Math.min(Math.round(position), session?.trace.length ?? 0));
      if (to !== at) set({ at: to });
    },
    step: (direction, size) => step(store, direction, size),
    cut: (survive) => {
      const { session, at } = get();
      return inTurn(async () =>
        get().session?.trace === session?.trace ? cut(store, engine, at, survive) : undefined,
      );
    },
    selectBranch: (id) => {
      const asked = get().session?.number;
      return inTurn(async () => {
        if (get().session?.number === asked) await toBranch(store, engine, id);
      });
    },
    renameBranch: (id, name) => {
      const { session } = get();
      if (session) set({ session: { ...session, plan: renameBranch(session.plan, id, name) } });
    },
    removeBranch: (id) => {
      const asked = get().session?.number;
      return inTurn(async () => {
        const { session } = get();
        if (!session || session.number !== asked) return;
        const plan = removeBranch(session.plan, id);
        if (plan.active !== session.plan.active) await toBranch(store, engine, plan.active);
        const now = get().session;
        if (now) set({ session: { ...now, plan: removeBranch(now.plan, id) } });
      });
    },
    answer: (mark, guess) => gradeAnswer(store, engine, spawn, mark, guess),
  }));
  follow(store, engine, spawn);
  return store;
}

async function start(store: StageStore, engine: StageEngine): Promise<void> {
  store.setState({ engine: 'starting' });
  try {
    store.setState({ description: await engine.describe(), engine: 'ready' });
  } catch (error) {
    store.setState({
      engine: 'failed',
      engineError: error instanceof Error ? error.message : String(error),
    });
  }
}

async function open(
  store: StageStore,
  engine: StageEngine,
  text: string,
  origin: Origin,
  place: Place | undefined,
  saved: Plan | undefined,
): Promise<boolean> {
  const { description } = store.getState();
  if (!description) return false;
  store.setState({ busy: 'opening', playing: false });
  try {
    const opened = await engine.open(text);
    if (!opened.ok) {
      store.setState({ busy: undefined, refused: { text, problems: opened.problems } });
      return false;
    }
    const run = newSession(opened, description, text, origin);
    const restored = place
      ? await restorePlace(engine, run, place)
      : { session: await makeFaults(engine, run), at: 0, exact: true };
    store.setState({
      ...fresh,
      session: saved
        ? { ...restored.session, plan: mergeBranches(restored.session.plan, saved) }
        : restored.session,
      at: restored.at,
      trap: restored.session.parts.find((part) => part.trap)?.trap,
      notice: restored.exact ? undefined : { kind: 'anchor-moved' },
    });
    return true;
  } catch (error) {
    store.setState({ busy: undefined });
    reportTrap(store, error);
    return false;
  }
}

function step(store: StageStore, direction: 1 | -1, size?: StepSize): void {
  const { session, at, stepSize } = store.getState();
  if (!session) return;
  const stops = stopsOf(session, size ?? stepSize);
  const to = direction > 0 ? nextStop(stops, at) : previousStop(stops, at);
  if (to !== undefined) store.setState({ at: to });
}

async function cut(
  store: StageStore,
  engine: StageEngine,
  at: number,
  survive: Survive,
): Promise<CutRefusal | undefined> {
  const { session } = store.getState();
  if (!session) return undefined;
  store.setState({ busy: 'cutting', playing: false });
  try {
    const result = await engine.cut(at, survive);
    if (!result.ok) {
      store.setState({ busy: undefined });
      return result.refusal;
    }
    const parts = [...partsBefore(session, at), result.recovery];
    store.setState({
      busy: undefined,
      cutPanel: false,
      proposed: undefined,
      outlook: undefined,
      session: withParts(session, parts, planWithCut(session.plan, { at, survive })),
      // One event into the recovery: the cut itself is behind.
      at: at + Math.min(1, result.recovery.events.length),
      trap: result.recovery.trap,
    });
  } catch (error) {
    store.setState({ busy: undefined });
    reportTrap(store, error);
  }
  return undefined;
}

async function toBranch(store: StageStore, engine: StageEngine, id: number): Promise<void> {
  const { session, at } = store.getState();
  if (!session || id === session.plan.active) return;
  store.setState({ busy: 'cutting', playing: false });
  try {
    const before = activeBranch(session.plan).cuts;
    const next = await switchBranch(engine, session, id);
    const after = activeBranch(next.plan).cuts;
    // Stay where both futures are the same, else go to where they part.
    const parting =
      before.find((each, index) => each !== after[index]) ??
      after.find((each, index) => each !== before[index]);
    store.setState({
      busy: undefined,
      outlook: undefined,
      session: next,
      at: Math.min(at, parting?.at ?? at, next.trace.length),
      trap: next.parts.find((part) => part.trap)?.trap,
    });
  } catch (error) {
    store.setState({ busy: undefined });
    reportTrap(store, error);
  }
}
