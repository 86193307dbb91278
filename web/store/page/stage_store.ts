import { createStore } from 'zustand/vanilla';
import type { VerifyService } from '../../engine/explore/pool';
import type { Cut, CutRefusal } from '../../engine/protocol';
import type { StageEngine } from '../../engine/stage/stage_engine';
import { Latest } from '../../engine/worker/latest';
import { activeBranch, type Plan, removeBranch, renameBranch } from '../../model/trace/plan';
import { nextStop, previousStop, type StepSize } from '../../model/trace/steps';
import { askedCut, keepCut } from '../grading/cut_made';
import type { GradingParts } from '../grading/grade';
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
  StageActions,
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

/** The tools that the moves of the stage have in common. */
interface StageWork {
  readonly store: StageStore;
  readonly engine: StageEngine;
  /** Each move reads the session in its turn. */
  readonly inTurn: ReturnType<typeof inTurns>;
  /** The scenario that is open: what is asked about an earlier one is dropped. */
  readonly opened: Latest;
  /** Its trace, which branches and power cuts replace. */
  readonly traced: Latest;
  /** The reader's earlier progress in a lecture, and the one that comes next. */
  readonly host: LectureHost | undefined;
}

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
  const [opened, traced] = [new Latest(), new Latest()];
  const made = createStore<Stage>()((_set, _get, store) => {
    const work = { store, engine, inTurn: inTurns(), opened, traced, host };
    return { ...EMPTY, ...runMoves(work), ...questionMoves(store, { spawn, explore, opened }) };
  });
  follow(made, engine, spawn, traced);
  return made;
}

/** Makes a move in its turn, unless it was asked about what is no longer the newest. */
function about<T>({ inTurn }: StageWork, newest: Latest, move: () => Promise<T>) {
  const asked = newest.current;
  return inTurn(async () => (asked.aborted ? undefined : move()));
}

type QuestionMoves = Pick<StageActions, 'answer' | 'askAgain' | 'explain' | 'account'>;

/** The moves that change what runs, or the place in it. */
function runMoves(work: StageWork): Omit<StageActions, keyof QuestionMoves> {
  const { store, engine, opened, traced, host } = work;
  const pressed = (what: Pressed): Pressed => {
    const origin = sessionNow(store)?.origin;
    if (what === 'next-lecture' && origin?.kind === 'library') host?.goOn(origin.id);
    if (what === 'aside-end') void about(work, traced, () => toCourse(work));
    return what;
  };
  return {
    start: () => start(store, engine),
    open: (text, origin, place, saved) =>
      work.inTurn(() => open(work, { text, origin, place, saved })),
    cancelOpening: () => engine.cancelOpen(),
    check: (text) => engine.check(text),
    goTo: (position) => goTo(store, Math.round(position)),
    step: (direction, size) => step(store, direction, size),
    next: () => pressed(nextInLecture(store)),
    back: () => pressed(backInLecture(store)),
    cut: (survive) => {
      const at = store.getState().onStage?.at ?? 0;
      return about(work, traced, () => cut(work, { at, survive }));
    },
    selectBranch: (id) => about(work, opened, () => toBranch(work, id)),
    renameBranch: (id, name) => {
      const session = sessionNow(store);
      if (session) withPlan(store, session, renameBranch(session.plan, id, name));
    },
    removeBranch: (id) => about(work, opened, () => withoutBranch(work, id)),
  };
}

/** The moves about questions. */
const questionMoves = (store: StageStore, tools: GradingParts): QuestionMoves => ({
  answer: async (mark, guess) => (await grading()).gradeAnswer(store, tools, mark, guess),
  askAgain: (mark) => {
    const { [mark]: _forgotten, ...answers } = store.getState().onStage?.answers ?? {};
    change(store, { answers, witness: undefined });
  },
  explain: async (mark) => (await grading()).explain(store, tools, mark),
  account: async (mark) => (await grading()).accountFor(store, tools, mark),
});

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

/** The text to open, and the place in it. */
interface Opening {
  readonly text: string;
  readonly origin: Origin;
  readonly place?: Place | undefined;
  readonly saved?: Plan | undefined;
}

async function open(
  { store, engine, host, opened: latest }: StageWork,
  { text, origin, place, saved }: Opening,
): Promise<boolean> {
  if (!store.getState().description) return false;
  const busy = (events?: number) =>
    store.setState({ busy: { is: 'opening', ...(events !== undefined && { events }) } });
  showWork(store, { is: 'opening' });
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
    latest.begin();
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
function showWork(store: StageStore, busy: Busy): void {
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
async function withoutBranch(work: StageWork, id: number): Promise<void> {
  const { store } = work;
  const session = sessionNow(store);
  if (!session) return;
  const plan = removeBranch(session.plan, id);
  if (plan.active !== session.plan.active) await toBranch(work, plan.active);
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
  { store, engine }: StageWork,
  { at, survive }: Cut,
): Promise<CutRefusal | undefined> {
  const session = sessionNow(store);
  if (!session || !mayCut(store.getState())) return undefined;
  const asked = askedCut(store);
  showWork(store, { is: 'cutting' });
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
async function toCourse(work: StageWork): Promise<void> {
  const { store } = work;
  const { onStage } = store.getState();
  if (!onStage || onStage.lecture.kind === 'off') return;
  const { session, lecture, visit } = onStage;
  const { left } = courseNow(session);
  const home = session.plan.branches.find(({ id }) => id === lecture.home);
  const { text, origin, plan } = session;
  if (home) await toBranch(work, home.id);
  else await open(work, { text, origin, saved: plan });
  const back = visit?.at ?? left;
  change(store, { visit: undefined });
  if (back !== undefined) store.getState().goTo(back);
}

async function toBranch({ store, engine }: StageWork, id: number): Promise<void> {
  const { onStage } = store.getState();
  if (!onStage || id === onStage.session.plan.active) return;
  const { session, at } = onStage;
  showWork(store, { is: 'cutting' });
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
