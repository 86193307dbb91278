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
import { change, moveTo } from '../stage/stage_changes';
import type { OnStage, Pressed, StageState, StageStore } from '../stage/stage_state';
import { stopsOf } from '../stage/stops';
import { beginLecture, type LectureHost } from './lecture_begin';
import { closedIn, courseNow, inLecture, isBeside, lectureQuestion } from './lecture_view';

/** The state after the playhead has come to a place of the lecture. */
function arrived(onStage: OnStage, at: number): Partial<OnStage> {
  const attempt = attemptOf(onStage.lecture);
  if (!attempt) return { at };
  const { left } = courseNow(onStage.session);
  const own = left === undefined ? at : Math.min(at, left);
  const farthest = Math.max(attempt.farthest, own);
  const moved = at === onStage.at ? {} : moveTo(at);
  return { ...moved, playing: false, lecture: { ...attempt, farthest, kind: 'course' } };
}

/** Goes to a position, or as far as the questions allow. */
export function jumpInLecture(store: StageStore, to: number): void {
  const { onStage } = store.getState();
  if (!onStage) return;
  const { session, at, lecture } = onStage;
  const there = clampJump(courseNow(session), closedIn(onStage), at, to);
  if (there !== at || lecture.kind !== 'course') change(store, arrived(onStage, there));
}

/** Makes a step of any size; marks and questions end it. */
export function stepInLecture(store: StageStore, direction: 1 | -1, size: StepSize): void {
  const { onStage } = store.getState();
  if (!onStage) return;
  const { session, at, lecture } = onStage;
  const stops = stopsOf(session, size);
  const to = direction > 0 ? nextStop(stops, at) : previousStop(stops, at);
  if (to === undefined) return;
  const there = clampStep(courseNow(session), closedIn(onStage), at, to);
  if (there !== at || lecture.kind !== 'course') change(store, arrived(onStage, there));
}

/** True if motion is not wanted, or the page is hidden. */
const still = (): boolean =>
  typeof document === 'undefined' ||
  document.hidden ||
  window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Shows the events on the way to a mark, one place after another. */
function play(store: StageStore, passage: Passage, place: number): void {
  const { onStage } = store.getState();
  if (onStage?.lecture.kind !== 'passage' || onStage.lecture.passage !== passage) return;
  const at = passage.positions[place];
  if (at === undefined || at === passage.to || still()) {
    change(store, arrived(onStage, passage.to));
    rest(store);
    return;
  }
  const farthest = Math.max(onStage.lecture.farthest, at);
  change(store, { ...moveTo(at), lecture: { ...onStage.lecture, farthest } });
  setTimeout(() => play(store, passage, place + 1), atSpeed(paceOf(passage)));
}

/** Waits as the mark says, then goes on; any action of the reader ends the waiting. */
function rest(store: StageStore): void {
  const { onStage, presenting } = store.getState();
  if (onStage?.lecture.kind !== 'course') return;
  const { session, at, lecture: moved } = onStage;
  const pause = markAt(session.marks, at)?.mark.pause;
  if (!pause || presenting || lectureQuestion(onStage) || still()) return;
  const lecture: Lecture = { ...moved, pause };
  change(store, { lecture });
  setTimeout(
    () => {
      const now = store.getState().onStage;
      if (now?.lecture === lecture && now.at === at && !now.cutting && !still())
        nextInLecture(store);
    },
    atSpeed(pause * 1000),
  );
}

function travel(store: StageStore, to: number): void {
  const { onStage } = store.getState();
  const attempt = onStage && attemptOf(onStage.lecture);
  if (!attempt) return;
  const { session, at } = onStage;
  const { scenario, trace } = session;
  const watching = watched(scenario.lecture?.structures, scenario.marks ?? []);
  const passage = passageBetween(trace, at, to, watching);
  change(store, { playing: false, lecture: { ...attempt, kind: 'passage', passage } });
  play(store, passage, 0);
}

/** Goes the one way forward. */
export function nextInLecture(store: StageStore): Pressed {
  const { onStage, presenting, answer } = store.getState();
  if (!onStage || onStage.lecture.kind === 'off') return 'moved';
  const { session, lecture, at } = onStage;
  if (lecture.kind === 'passage') {
    change(store, arrived(onStage, lecture.passage.to));
    return 'moved';
  }
  if (lecture.kind === 'recap') return 'next-lecture';
  const move = nextMove(courseNow(session), closedIn(onStage), at);
  if (move.kind === 'question') {
    // The class has seen the question: one press shows the answer, the next goes on.
    if (presenting) void answer(move.stop.index, '');
    return 'question';
  }
  if (move.kind === 'to') travel(store, move.position);
  else if (move.kind === 'end') {
    change(store, { witness: undefined, lecture: { ...lecture, kind: 'recap', ended: true } });
  } else {
    const stop = nextStop(stopsOf(session, 'statement'), at);
    if (stop === undefined) return 'aside-end';
    travel(store, stop);
  }
  return 'moved';
}

/** Goes back to the narration before. `aside-end` returns to the course that was left. */
export function backInLecture(store: StageStore): Pressed {
  const { onStage } = store.getState();
  if (!onStage || onStage.lecture.kind === 'off') return 'moved';
  const { session, lecture, at } = onStage;
  if (lecture.kind === 'passage') {
    change(store, arrived(onStage, lecture.passage.from));
    return 'moved';
  }
  if (lecture.kind === 'recap') {
    change(store, { lecture: { ...lecture, kind: 'course' } });
    return 'moved';
  }
  const { left } = courseNow(session);
  if (isBeside(onStage)) {
    const stop = previousStop(stopsOf(session, 'statement'), at);
    if (stop === undefined || stop <= (left ?? 0)) return 'aside-end';
    change(store, arrived(onStage, stop));
    return 'moved';
  }
  const to = previousPosition(courseNow(session), at);
  if (to !== undefined) change(store, arrived(onStage, to));
  return 'moved';
}

/** True if the power may be cut now: at an open question the prediction comes first. */
export function mayCut({ onStage }: StageState): boolean {
  const question = onStage && lectureQuestion(onStage);
  return question === undefined || question.mark.ask?.kind === 'cut';
}

/** Forgets the progress in the lecture, and goes to its start. */
export function beginAgain(store: StageStore): void {
  const attempt = attemptOf(store.getState().onStage?.lecture ?? OFF);
  if (!attempt) return;
  change(store, {
    ...moveTo(0),
    answers: {},
    playing: false,
    cutting: undefined,
    lecture: { ...FRESH_ATTEMPT, home: attempt.home, kind: 'course' },
  });
}

/** Leaves the lecture: its run stays on the stage, and nothing is hidden any more. */
export function leaveLecture(store: StageStore): void {
  const { onStage } = store.getState();
  if (onStage && inLecture(onStage))
    change(store, { lecture: OFF, narration: false, playing: false });
}

/** Resumes a lecture that was left, at the playhead. */
export function takeUpLecture(store: StageStore, host: Pick<LectureHost, 'find'>): void {
  const state = store.getState();
  const { onStage } = state;
  if (!onStage || inLecture(onStage)) return;
  change(store, beginLecture(state, onStage.session, onStage.at, false, host));
}

/** Opens a closed question again; the result of its first try stays. */
export function askAgain(store: StageStore, mark: number): void {
  const { onStage } = store.getState();
  const attempt = onStage && attemptOf(onStage.lecture);
  const stop = onStage?.session.marks.find(({ index }) => index === mark);
  if (!attempt || !stop) return;
  const { [mark]: _forgotten, ...answers } = onStage.answers;
  change(store, {
    ...moveTo(stop.position),
    answers,
    lecture: { ...attempt, kind: 'course' },
  });
}

/** Changes the way in which a lecture is gone through. */
export function setAttempt(
  store: StageStore,
  patch: Partial<Pick<Exclude<Lecture, { kind: 'off' }>, 'fine' | 'future'>>,
): void {
  const { onStage } = store.getState();
  if (onStage && onStage.lecture.kind !== 'off')
    change(store, { lecture: { ...onStage.lecture, ...patch } });
}
