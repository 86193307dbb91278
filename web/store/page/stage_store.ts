import { createStore } from 'zustand/vanilla';
import type { VerifyService } from '../../engine/explore/pool';
import type { CutRefusal, Survive } from '../../engine/protocol';
import type { StageEngine } from '../../engine/stage/stage_engine';
import { OFF } from '../../model/lecture/lecture_state';
import { activeBranch, type Plan, removeBranch, renameBranch } from '../../model/trace/plan';
import { nextStop, previousStop, type StepSize } from '../../model/trace/steps';
import { askedCut, keepCut } from '../grading/cut_made';
import { beginLecture, type LectureHost } from '../lecture/lecture_begin';
import {
  backInLecture,
  jumpInLecture,
  mayCut,
  nextInLecture,
  stepInLecture,
} from '../lecture/lecture_moves';
import { courseNow } from '../lecture/lecture_view';
import { follow, reportTrap } from '../stage/follow';
import { mergeBranches } from '../stage/saved_plans';
import {
  makeFaults,
  newSession,
  partsBefore,
  planWithCut,
  restorePlace,
  switchBranch,
  withParts,
} from '../stage/sessions';
import type {
  Origin,
  Place,
  Pressed,
  Session,
  Stage,
  StageState,
  StageStore,
} from '../stage/stage_state';
import { stopsOf } from '../stage/stops';
import { inTurns } from '../stage/turns';

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
  grading: undefined,
  witness: undefined,
  visit: undefined,
  lecture: OFF,
  presenting: false,
  inSight: true,
  refused: undefined,
  trap: undefined,
  notice: undefined,
};

/** The fields that every new session resets. */
const fresh: Partial<StageState> = {
  busy: undefined,
  outlook: undefined,
  selection: undefined,
  cutPanel: false,
  editing: false,
  proposed: undefined,
  playing: false,
  answers: {},
  grading: undefined,
  witness: undefined,
  visit: undefined,
  refused: undefined,
  trap: undefined,
  notice: undefined,
  narration: true,
};

/**
 * The stage: one engine, one open session, and a playhead that everything else follows. `spawn`
 * makes engines for questions that must not disturb the open session, `explore` a crash explorer
 * for those about all power cuts; `host` knows the reader's earlier progress in a lecture, and
 * which one comes next.
 */
export function createStageStore(
  engine: StageEngine,
  spawn: () => StageEngine,
  explore: () => Promise<VerifyService> = exploreInWorkers,
  host?: LectureHost,
): StageStore {
  const tools = { spawn, explore };
  // Each call reads the session in its turn: a request about another one does nothing.
  const inTurn = inTurns();
  const pressed = (what: Pressed): Pressed => {
    const { session } = store.getState();
    if (what === 'next-lecture' && session?.origin.kind === 'library')
      host?.goOn(session.origin.id);
    if (what === 'aside-end') void inTurn(() => toCourse(store, engine, session, host));
    return what;
  };
  const store: StageStore = createStore<Stage>()((set, get) => ({
    ...initial,
    start: () => start(store, engine),
    open: (text, origin, place, saved) =>
      inTurn(() => open(store, engine, text, origin, place, saved, host)),
    cancelOpening: () => engine.cancelOpen(),
    check: (text) => engine.check(text),
    goTo: (position) => goTo(store, Math.round(position)),
    step: (direction, size) => step(store, direction, size),
    next: () => pressed(nextInLecture(store)),
    back: () => pressed(backInLecture(store)),
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
        if (get().session?.number === asked) await withoutBranch(store, engine, id);
      });
    },
    answer: async (mark, guess) => (await grading()).gradeAnswer(store, tools, mark, guess),
    askAgain: (mark) => {
      const { [mark]: _forgotten, ...answers } = get().answers;
      set({ answers, witness: undefined });
    },
    explain: async (mark) => (await grading()).explain(store, tools, mark),
    account: async (mark) => (await grading()).accountFor(store, tools, mark),
  }));
  follow(store, engine, spawn);
  return store;
}

/** Grading is fetched with the first answer. */
const grading = () => import('../grading/grade');

/** The explorer is fetched when a question first needs it. */
async function exploreInWorkers(): Promise<VerifyService> {
  const { createVerifyService } = await import('../../engine/explore/create_explorer');
  return createVerifyService();
}

async function start(store: StageStore, engine: StageEngine): Promise<void> {
  store.setState({ engine: 'starting' });
  try {
    store.setState({ description: await engine.describe(), engine: 'ready' });
  } catch (error) {
    store.setState({ engine: { failed: error instanceof Error ? error.message : String(error) } });
  }
}

async function open(
  store: StageStore,
  engine: StageEngine,
  text: string,
  origin: Origin,
  place: Place | undefined,
  saved: Plan | undefined,
  host: LectureHost | undefined,
): Promise<boolean> {
  if (!store.getState().description) return false;
  const busy = (events?: number) =>
    store.setState({ busy: { is: 'opening', ...(events !== undefined && { events }) } });
  store.setState({ busy: { is: 'opening' }, playing: false });
  try {
    const opened = await engine.open(text, busy).finally(busy);
    if (!opened.ok) {
      store.setState({ busy: undefined, refused: { text, problems: opened.problems } });
      return false;
    }
    const description = await engine.describe();
    const run = newSession(opened, description, text, origin);
    const restored = place
      ? await restorePlace(engine, run, place)
      : { session: await makeFaults(engine, run), at: 0, exact: true };
    const session = saved
      ? { ...restored.session, plan: mergeBranches(restored.session.plan, saved) }
      : restored.session;
    store.setState({
      ...fresh,
      description,
      session,
      ...beginLecture(store.getState(), session, restored.at, place !== undefined, host),
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

function goTo(store: StageStore, position: number): void {
  const { session, at, lecture } = store.getState();
  if (lecture.kind !== 'off') {
    jumpInLecture(store, position);
    return;
  }
  const to = Math.max(0, Math.min(position, session?.trace.length ?? 0));
  if (to !== at) store.setState({ at: to, witness: undefined });
}

/** Removes a branch; if it is open, another one is opened first. */
async function withoutBranch(store: StageStore, engine: StageEngine, id: number): Promise<void> {
  const { session } = store.getState();
  if (!session) return;
  const plan = removeBranch(session.plan, id);
  if (plan.active !== session.plan.active) await toBranch(store, engine, plan.active);
  const now = store.getState().session;
  if (now) store.setState({ session: { ...now, plan: removeBranch(now.plan, id) } });
}

function step(store: StageStore, direction: 1 | -1, size?: StepSize): void {
  const { session, at, stepSize, lecture } = store.getState();
  if (!session) return;
  if (lecture.kind !== 'off') {
    stepInLecture(store, direction, size ?? lecture.fine);
    return;
  }
  const stops = stopsOf(session, size ?? stepSize);
  const to = direction > 0 ? nextStop(stops, at) : previousStop(stops, at);
  if (to !== undefined) store.setState({ at: to, witness: undefined });
}

async function cut(
  store: StageStore,
  engine: StageEngine,
  at: number,
  survive: Survive,
): Promise<CutRefusal | undefined> {
  const { session } = store.getState();
  if (!session || !mayCut(store.getState())) return undefined;
  const asked = askedCut(store);
  store.setState({ busy: { is: 'cutting' }, playing: false });
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
      // The playhead goes one event into the recovery: the cut itself is behind.
      at: at + Math.min(1, result.recovery.events.length),
      trap: result.recovery.trap,
    });
    if (asked) keepCut(store, asked, { at, survive }, result.recovery.verdict);
  } catch (error) {
    store.setState({ busy: undefined });
    reportTrap(store, error);
  }
  return undefined;
}

/**
 * Returns from a power cut of the reader's own to the place where the lecture's course was left.
 */
async function toCourse(
  store: StageStore,
  engine: StageEngine,
  asked: Session | undefined,
  host: LectureHost | undefined,
): Promise<void> {
  const { session, lecture } = store.getState();
  if (!session || session.trace !== asked?.trace || lecture.kind === 'off') return;
  const { left } = courseNow(session);
  const { visit } = store.getState();
  const home = session.plan.branches.find(({ id }) => id === lecture.home);
  if (home) await toBranch(store, engine, home.id);
  else await open(store, engine, session.text, session.origin, undefined, session.plan, host);
  const back = visit?.at ?? left;
  store.setState({ visit: undefined });
  if (back !== undefined) store.getState().goTo(back);
}

async function toBranch(store: StageStore, engine: StageEngine, id: number): Promise<void> {
  const { session, at } = store.getState();
  if (!session || id === session.plan.active) return;
  store.setState({ busy: { is: 'cutting' }, playing: false });
  try {
    const before = activeBranch(session.plan).cuts;
    const next = await switchBranch(engine, session, id);
    const after = activeBranch(next.plan).cuts;
    // The playhead stays if both futures are the same there, else it goes to where they part.
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
