// The moves in a lecture: from mark to mark, and past no open question. Each function takes the
// stage's store and does nothing outside of a lecture.
import {
  clampJump,
  clampStep,
  nextMove,
  previousPosition,
} from '../../model/lecture/lecture_course';
import { type Passage, paceOf, passageBetween, watched } from '../../model/lecture/lecture_passage';
import { attemptOf, FRESH_ATTEMPT, type Lecture, OFF } from '../../model/lecture/lecture_state';
import { markAt } from '../../model/lecture/marks';
import { nextStop, previousStop, type StepSize } from '../../model/trace/steps';
import { atSpeed } from '../browser/playing_speed';
import type { Pressed, StageState, StageStore } from '../stage/stage_state';
import { stopsOf } from '../stage/stops';
import { beginLecture, type LectureHost } from './lecture_begin';
import { closedIn, courseNow, isBeside, lectureQuestion } from './lecture_view';

/** The state after the playhead has come to a place of the lecture. */
function arrived(state: StageState, at: number): Partial<StageState> {
  const attempt = attemptOf(state.lecture);
  const { session } = state;
  if (!attempt || !session) return { at };
  const { left } = courseNow(session);
  const own = left === undefined ? at : Math.min(at, left);
  const farthest = Math.max(attempt.farthest, own);
  const moved: Partial<StageState> = at === state.at ? {} : { witness: undefined };
  return { at, ...moved, playing: false, lecture: { ...attempt, farthest, kind: 'course' } };
}

/** Goes to a position, or as far as the questions allow. */
export function jumpInLecture(store: StageStore, to: number): void {
  const state = store.getState();
  if (!state.session) return;
  const there = clampJump(courseNow(state.session), closedIn(state), state.at, to);
  if (there !== state.at || state.lecture.kind !== 'course') store.setState(arrived(state, there));
}

/** Makes a step of any size; marks and questions end it. */
export function stepInLecture(store: StageStore, direction: 1 | -1, size: StepSize): void {
  const state = store.getState();
  const { session, at } = state;
  if (!session) return;
  const stops = stopsOf(session, size);
  const to = direction > 0 ? nextStop(stops, at) : previousStop(stops, at);
  if (to === undefined) return;
  const there = clampStep(courseNow(session), closedIn(state), at, to);
  if (there !== at || state.lecture.kind !== 'course') store.setState(arrived(state, there));
}

/** True if motion is not wanted, or the page is hidden. */
const still = (): boolean =>
  typeof document === 'undefined' ||
  document.hidden ||
  window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Shows the events on the way to a mark, one place after another. */
function play(store: StageStore, passage: Passage, place: number): void {
  const state = store.getState();
  if (state.lecture.kind !== 'passage' || state.lecture.passage !== passage) return;
  const at = passage.positions[place];
  if (at === undefined || at === passage.to || still()) {
    store.setState(arrived(state, passage.to));
    rest(store);
    return;
  }
  const farthest = Math.max(state.lecture.farthest, at);
  store.setState({ at, witness: undefined, lecture: { ...state.lecture, farthest } });
  setTimeout(() => play(store, passage, place + 1), atSpeed(paceOf(passage)));
}

/** Waits as the mark says, then goes on; any action of the reader ends the waiting. */
function rest(store: StageStore): void {
  const state = store.getState();
  const pause = markAt(state.session?.marks ?? [], state.at)?.mark.pause;
  const moved = state.lecture;
  if (moved.kind !== 'course' || !pause || state.presenting || lectureQuestion(state) || still())
    return;
  const lecture: Lecture = { ...moved, pause };
  store.setState({ lecture });
  setTimeout(
    () => {
      const now = store.getState();
      if (now.lecture === lecture && now.at === state.at && !now.cutPanel && !still())
        nextInLecture(store);
    },
    atSpeed(pause * 1000),
  );
}

function travel(store: StageStore, to: number): void {
  const state = store.getState();
  const attempt = attemptOf(state.lecture);
  const { session, at } = state;
  if (!session || !attempt) return;
  const { scenario, trace } = session;
  const watching = watched(scenario.lecture?.structures, scenario.marks ?? []);
  const passage = passageBetween(trace, at, to, watching);
  store.setState({ playing: false, lecture: { ...attempt, kind: 'passage', passage } });
  play(store, passage, 0);
}

/** Goes the one way forward. */
export function nextInLecture(store: StageStore): Pressed {
  const state = store.getState();
  const { session, lecture, at } = state;
  if (!session || lecture.kind === 'off') return 'moved';
  if (lecture.kind === 'passage') {
    store.setState(arrived(state, lecture.passage.to));
    return 'moved';
  }
  if (lecture.kind === 'recap') return 'next-lecture';
  const move = nextMove(courseNow(session), closedIn(state), at);
  if (move.kind === 'question') {
    // The class has seen the question: one press shows the answer, the next goes on.
    if (state.presenting) void state.answer(move.stop.index, '');
    return 'question';
  }
  if (move.kind === 'to') travel(store, move.position);
  else if (move.kind === 'end') {
    store.setState({ witness: undefined, lecture: { ...lecture, kind: 'recap', ended: true } });
  } else {
    const stop = nextStop(stopsOf(session, 'statement'), at);
    if (stop === undefined) return 'aside-end';
    travel(store, stop);
  }
  return 'moved';
}

/** Goes back to the narration before. `aside-end` returns to the course that was left. */
export function backInLecture(store: StageStore): Pressed {
  const state = store.getState();
  const { session, lecture, at } = state;
  if (!session || lecture.kind === 'off') return 'moved';
  if (lecture.kind === 'passage') {
    store.setState(arrived(state, lecture.passage.from));
    return 'moved';
  }
  if (lecture.kind === 'recap') {
    store.setState({ lecture: { ...lecture, kind: 'course' } });
    return 'moved';
  }
  const { left } = courseNow(session);
  if (isBeside(state)) {
    const stop = previousStop(stopsOf(session, 'statement'), at);
    if (stop === undefined || stop <= (left ?? 0)) return 'aside-end';
    store.setState(arrived(state, stop));
    return 'moved';
  }
  const to = previousPosition(courseNow(session), at);
  if (to !== undefined) store.setState(arrived(state, to));
  return 'moved';
}

/** True if the power may be cut now: at an open question the prediction comes first. */
export function mayCut(state: StageState): boolean {
  const question = lectureQuestion(state);
  return question === undefined || question.mark.ask?.kind === 'cut';
}

/** Forgets the progress in the lecture, and goes to its start. */
export function beginAgain(store: StageStore): void {
  const { lecture } = store.getState();
  const attempt = attemptOf(lecture);
  if (!attempt) return;
  store.setState({
    at: 0,
    answers: {},
    witness: undefined,
    playing: false,
    cutPanel: false,
    lecture: { ...FRESH_ATTEMPT, home: attempt.home, kind: 'course' },
  });
}

/** Leaves the lecture: its run stays on the stage, and nothing is hidden any more. */
export function leaveLecture(store: StageStore): void {
  const { lecture } = store.getState();
  if (lecture.kind !== 'off') store.setState({ lecture: OFF, narration: false, playing: false });
}

/** Resumes a lecture that was left, at the playhead. */
export function takeUpLecture(store: StageStore, host: Pick<LectureHost, 'find'>): void {
  const state = store.getState();
  if (!state.session || state.lecture.kind !== 'off') return;
  store.setState(beginLecture({ ...state, answers: {} }, state.session, state.at, false, host));
}

/** Opens a closed question again; the result of its first try stays. */
export function askAgain(store: StageStore, mark: number): void {
  const state = store.getState();
  const attempt = attemptOf(state.lecture);
  const stop = state.session?.marks.find(({ index }) => index === mark);
  if (!attempt || !stop) return;
  const { [mark]: _forgotten, ...answers } = state.answers;
  store.setState({
    at: stop.position,
    answers,
    witness: undefined,
    lecture: { ...attempt, kind: 'course' },
  });
}

/** Changes the way in which a lecture is gone through. */
export function setAttempt(
  store: StageStore,
  patch: Partial<Pick<Exclude<Lecture, { kind: 'off' }>, 'fine' | 'future'>>,
): void {
  const { lecture } = store.getState();
  if (lecture.kind !== 'off') store.setState({ lecture: { ...lecture, ...patch } });
}
