import { createStore } from 'zustand/vanilla';
import type { VerifyService } from '../../engine/explore/pool';
import type { CutRefusal, Survive } from '../../engine/protocol';
import type { StageEngine } from '../../engine/stage/stage_engine';
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
import { courseNow, inLecture } from '../lecture/lecture_view';
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
import { change, moveTo, tell } from '../stage/stage_changes';
import { play } from '../stage/stage_controls';
import type {
  Busy,
  Messages,
  OnStage,
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

const EMPTY: StageState = {
  engine: 'starting',
  messages: {},
  stepSize: 'statement',
  presenting: false,
  inSight: true,
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
    const session = sessionNow(store);
    if (what === 'next-lecture' && session?.origin.kind === 'library')
      host?.goOn(session.origin.id);
    if (what === 'aside-end') void inTurn(() => toCourse(store, engine, session, host));
    return what;
  };
  const store: StageStore = createStore<Stage>()((_set, get) => ({
    ...EMPTY,
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
      const { onStage } = get();
      return inTurn(async () =>
        onStage && sessionNow(store)?.trace === onStage.session.trace
          ? cut(store, engine, onStage.at, survive)
          : undefined,
      );
    },
    selectBranch: (id) => {
      const asked = sessionNow(store)?.number;
      return inTurn(async () => {
        if (sessionNow(store)?.number === asked) await toBranch(store, engine, id);
      });
    },
    renameBranch: (id, name) => {
      const session = sessionNow(store);
      if (session) withPlan(store, session, renameBranch(session.plan, id, name));
    },
    removeBranch: (id) => {
      const asked = sessionNow(store)?.number;
      return inTurn(async () => {
        if (sessionNow(store)?.number === asked) await withoutBranch(store, engine, id);
      });
    },
    answer: async (mark, guess) => (await grading()).gradeAnswer(store, tools, mark, guess),
    askAgain: (mark) => {
      const { [mark]: _forgotten, ...answers } = get().onStage?.answers ?? {};
      change(store, { answers, witness: undefined });
    },
    explain: async (mark) => (await grading()).explain(store, tools, mark),
    account: async (mark) => (await grading()).accountFor(store, tools, mark),
  }));
  follow(store, engine, spawn);
  return store;
}

const sessionNow = (store: StageStore): Session | undefined => store.getState().onStage?.session;

const withPlan = (store: StageStore, session: Session, plan: Plan): void =>
  change(store, { session: { ...session, plan } });

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
  work(store, { is: 'opening' });
  try {
    const opened = await engine.open(text, busy).finally(busy);
    if (!opened.ok) {
      tell(store, { refused: { text, problems: opened.problems } }, { busy: undefined });
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
    const before = store.getState();
    store.setState({
      busy: undefined,
      description,
      onStage: {
        session,
        frame: before.onStage?.frame,
        strip: [],
        playing: false,
        ...beginLecture(before, session, restored.at, place !== undefined, host),
      },
      messages: {
        trap: trapIn(restored.session),
        notice: restored.exact ? undefined : { kind: 'anchor-moved' },
      },
    });
    return true;
  } catch (error) {
    store.setState({ busy: undefined });
    reportTrap(store, error);
    return false;
  }
}

/** Shows that the engine works; the playhead waits for it. */
function work(store: StageStore, busy: Busy): void {
  store.setState({ busy });
  play(store, false);
}

/** Shows a run with other phases, which no outlook is known of. */
const showRun = (store: StageStore, patch: Partial<OnStage>, trap: Messages['trap']): void => {
  const messages = { ...store.getState().messages, trap };
  change(store, { outlook: undefined, ...patch }, { busy: undefined, messages });
};

const trapIn = ({ parts }: Session) => parts.find(({ trap }) => trap)?.trap;

function goTo(store: StageStore, position: number): void {
  const { onStage } = store.getState();
  if (!onStage) return;
  if (inLecture(onStage)) {
    jumpInLecture(store, position);
    return;
  }
  const to = Math.max(0, Math.min(position, onStage.session.trace.length));
  if (to !== onStage.at) change(store, moveTo(to));
}

/** Removes a branch; if it is open, another one is opened first. */
async function withoutBranch(store: StageStore, engine: StageEngine, id: number): Promise<void> {
  const session = sessionNow(store);
  if (!session) return;
  const plan = removeBranch(session.plan, id);
  if (plan.active !== session.plan.active) await toBranch(store, engine, plan.active);
  const now = sessionNow(store);
  if (now) withPlan(store, now, removeBranch(now.plan, id));
}

function step(store: StageStore, direction: 1 | -1, size?: StepSize): void {
  const { onStage, stepSize } = store.getState();
  if (!onStage) return;
  const { session, at, lecture } = onStage;
  if (lecture.kind !== 'off') {
    stepInLecture(store, direction, size ?? lecture.fine);
    return;
  }
  const stops = stopsOf(session, size ?? stepSize);
  const to = direction > 0 ? nextStop(stops, at) : previousStop(stops, at);
  if (to !== undefined) change(store, moveTo(to));
}

async function cut(
  store: StageStore,
  engine: StageEngine,
  at: number,
  survive: Survive,
): Promise<CutRefusal | undefined> {
  const session = sessionNow(store);
  if (!session || !mayCut(store.getState())) return undefined;
  const asked = askedCut(store);
  work(store, { is: 'cutting' });
  try {
    const result = await engine.cut(at, survive);
    if (!result.ok) {
      store.setState({ busy: undefined });
      return result.refusal;
    }
    const parts = [...partsBefore(session, at), result.recovery];
    const cutSession = withParts(session, parts, planWithCut(session.plan, { at, survive }));
    // The playhead goes one event into the recovery: the cut itself is behind.
    const behind = at + Math.min(1, result.recovery.events.length);
    const shown = { session: cutSession, at: behind, cutting: undefined };
    showRun(store, shown, result.recovery.trap);
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
  const { onStage } = store.getState();
  if (!onStage || onStage.session.trace !== asked?.trace || onStage.lecture.kind === 'off') return;
  const { session, lecture, visit } = onStage;
  const { left } = courseNow(session);
  const home = session.plan.branches.find(({ id }) => id === lecture.home);
  if (home) await toBranch(store, engine, home.id);
  else await open(store, engine, session.text, session.origin, undefined, session.plan, host);
  const back = visit?.at ?? left;
  change(store, { visit: undefined });
  if (back !== undefined) store.getState().goTo(back);
}

async function toBranch(store: StageStore, engine: StageEngine, id: number): Promise<void> {
  const { onStage } = store.getState();
  if (!onStage || id === onStage.session.plan.active) return;
  const { session, at } = onStage;
  work(store, { is: 'cutting' });
  try {
    const before = activeBranch(session.plan).cuts;
    const next = await switchBranch(engine, session, id);
    const after = activeBranch(next.plan).cuts;
    // The playhead stays if both futures are the same there, else it goes to where they part.
    const parting =
      before.find((each, index) => each !== after[index]) ??
      after.find((each, index) => each !== before[index]);
    const to = Math.min(at, parting?.at ?? at, next.trace.length);
    showRun(store, { session: next, at: to }, trapIn(next));
  } catch (error) {
    store.setState({ busy: undefined });
    reportTrap(store, error);
  }
}
