import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Text } from '../../engine/protocol';
import { attemptOf, type FirstTry, FRESH_ATTEMPT } from '../../model/lecture/lecture_state';
import type { MarkStop } from '../../model/lecture/marks';
import { isShown } from '../../model/questions/answer';
import { change } from '../stage/stage_changes';
import type { Answer, OnStage, StageState, StageStore } from '../stage/stage_state';
import type { LectureProgressStore } from './lecture_progress';
import { comingMark, courseNow, inLecture, lectureQuestion, saidMark } from './lecture_view';

/** The place in a lecture, for a presenter's window, a map or a list. */
export type LectureNow =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'open';
      readonly id: string;
      readonly title: Text;
      readonly presenting: boolean;
      /** The mark, counted from 1; 0 before the first. */
      readonly mark: number;
      readonly marks: readonly MarkStop[];
      readonly said: MarkStop | undefined;
      readonly question: MarkStop | undefined;
      readonly coming: MarkStop | undefined;
      readonly recap: boolean;
      /** The milliseconds spent at each earlier mark, by its number; 0 before the first. */
      readonly spent: Readonly<Record<number, number>>;
      /** The time at which the present mark was reached, in milliseconds since 1970. */
      readonly since: number;
    };

export type LectureStore = StoreApi<LectureNow>;

function readNow(state: StageState, before: LectureNow, when: number): LectureNow {
  const { onStage, presenting } = state;
  if (onStage?.session.origin.kind !== 'library' || !inLecture(onStage)) return NONE;
  const { session, lecture } = onStage;
  const { stops } = courseNow(session);
  const { id } = onStage.session.origin;
  const said = saidMark(onStage);
  const same = before.kind === 'open' && before.id === id ? before : undefined;
  const mark = said ? stops.indexOf(said) + 1 : 0;
  const stayed = same?.mark === mark;
  const spent =
    same && !stayed
      ? { ...same.spent, [same.mark]: (same.spent[same.mark] ?? 0) + when - same.since }
      : (same?.spent ?? {});
  return {
    kind: 'open',
    id,
    title: session.scenario.title,
    presenting,
    mark,
    marks: stops,
    said,
    question: lectureQuestion(onStage),
    coming: comingMark(onStage),
    recap: lecture.kind === 'recap',
    spent,
    since: stayed && same ? same.since : when,
  };
}

const NONE: LectureNow = { kind: 'none' };

/** The result of a question that has just been closed. */
const tryOf = (answer: Answer): FirstTry =>
  isShown(answer) ? 'shown' : answer.right ? 'right' : 'wrong';

/** The first tries, with those of questions that were closed since. */
function withTries(onStage: OnStage, before: OnStage): Readonly<Record<number, FirstTry>> {
  const known = attemptOf(onStage.lecture)?.first ?? {};
  const added = Object.entries(onStage.answers).filter(
    ([mark]) => !(mark in before.answers) && !(mark in known),
  );
  if (added.length === 0) return known;
  return { ...Object.fromEntries(added.map(([mark, each]) => [mark, tryOf(each)])), ...known };
}

/** The time after a move at which the state is stored. */
const REST = 400;

/** Keeps score, time and progress of the lecture that the stage goes through. */
export function followLecture(stage: StageStore, progress: LectureProgressStore): LectureStore {
  const now: LectureStore = createStore<LectureNow>()(() => NONE);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = (state = stage.getState()) => {
    clearTimeout(timer);
    timer = undefined;
    progress.keep(state);
  };
  stage.subscribe((state, before) => {
    const after = state.onStage;
    const opened = after?.session.number !== before.onStage?.session.number;
    // A reader who goes on at once has still reached the end of the lecture before.
    if (opened && timer !== undefined) keep(before);
    if (state.presenting !== before.presenting && !opened) present(stage, progress);
    const { onStage } = stage.getState();
    if (!after || !onStage || onStage.lecture.kind === 'off') {
      if (now.getState().kind !== 'none') now.setState(NONE, true);
      return;
    }
    const { lecture } = onStage;
    const was = opened ? undefined : before.onStage;
    const answered = was && after.answers !== was.answers;
    if (answered && !state.presenting) {
      const there = now.getState();
      void import('./answer_journal').then((part) => part.noteAnswers(after, was, there));
    }
    const first = was ? withTries(after, was) : lecture.first;
    if (first !== lecture.first) {
      change(stage, { lecture: { ...lecture, first } });
      return;
    }
    now.setState(readNow(stage.getState(), now.getState(), Date.now()), true);
    if (!was) return;
    if (answered) keep();
    else if (after.lecture !== was.lecture) timer ??= setTimeout(() => keep(), REST);
  });
  if (typeof window !== 'undefined')
    window.addEventListener('pagehide', () => timer !== undefined && keep());
  return now;
}

/** A lecture begins unanswered in front of a class; afterwards the reader's own answers return. */
function present(stage: StageStore, progress: LectureProgressStore): void {
  const { onStage, presenting } = stage.getState();
  if (!onStage || onStage.lecture.kind === 'off') return;
  const { session, lecture, at } = onStage;
  const kept = presenting ? undefined : progress.find(session);
  change(stage, {
    answers: kept?.answers ?? {},
    lecture: {
      ...FRESH_ATTEMPT,
      kind: lecture.kind === 'recap' ? 'recap' : 'course',
      home: lecture.home,
      farthest: at,
      ended: kept?.ended ?? lecture.kind === 'recap',
      first: kept?.first ?? {},
    },
  });
}
