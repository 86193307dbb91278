import type { RefObject } from 'react';
import { previousPosition } from '../../model/lecture/lecture_course';
import { paceOf } from '../../model/lecture/lecture_passage';
import { atSpeed } from '../../store/browser/playing_speed';
import { mayCut } from '../../store/lecture/lecture_moves';
import { comingMark, courseNow, isBeside, lectureQuestion } from '../../store/lecture/lecture_view';
import { useOnStage, usePosition, useStage, useStageStore } from '../../store/stage/stage_context';
import { toggleCut } from '../../store/stage/stage_controls';
import type { OnStage } from '../../store/stage/stage_state';
import { useLectureWords } from '../words/use_lecture_words';

const ARROW = { right: 'M0 7h17M11 1l6.5 6l-6.5 6', left: 'M20 7H3M9 1L2.5 7l6.5 6' } as const;

function Arrow({ to }: { to: keyof typeof ARROW }) {
  return (
    <svg width="20" height="14" aria-hidden="true" focusable="false">
      <path d={ARROW[to]} fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}

interface GoProps {
  readonly nextButton: RefObject<HTMLButtonElement | null>;
  /** True while a question is open and to be brought into sight. */
  readonly onQuestion: () => void;
  readonly last: boolean;
  /** The label of the way to the next lecture, where it differs from the course's. */
  readonly onward: string | undefined;
  readonly children?: React.ReactNode;
}

/** The effect of Next at this place. */
type NextKind = 'next' | 'begin' | 'question' | 'recap' | 'end' | 'home';

function nextKind(onStage: OnStage): NextKind {
  const { lecture, session, at } = onStage;
  if (lecture.kind === 'recap') return 'recap';
  if (lectureQuestion(onStage)) return 'question';
  if (isBeside(onStage)) return at >= session.trace.length ? 'home' : 'next';
  if (comingMark(onStage)) return at === 0 ? 'begin' : 'next';
  return courseNow(session).left === undefined ? 'end' : 'next';
}

const WORD = {
  next: 'next',
  begin: 'begin',
  recap: 'nextLecture',
  end: 'sumUp',
  home: 'toCourse',
} as const satisfies Record<Exclude<NextKind, 'question'>, string>;

/** The number of the mark that is played to, 0 for the end; undefined while nothing plays. */
function playedTo({ lecture, session }: OnStage): number | undefined {
  if (lecture.kind !== 'passage') return undefined;
  const { to } = lecture.passage;
  return courseNow(session).stops.findIndex(({ position }) => position === to) + 1;
}

/** True if no part of the course comes before this place. */
const isFirst = ({ lecture, session, at }: OnStage): boolean =>
  lecture.kind === 'course' && previousPosition(courseNow(session), at) === undefined;

function BackButton() {
  const w = useLectureWords();
  const store = useStageStore();
  const first = useOnStage(isFirst);
  return (
    <button
      type="button"
      className="lecture-back"
      aria-label={w('back')}
      title={w('back')}
      disabled={first}
      onClick={() => store.getState().back()}
    >
      <Arrow to="left" />
    </button>
  );
}

/** Bars that show how much of the wait, or of the way to the next mark, has passed. */
function Bars() {
  const passage = useOnStage(({ lecture }) =>
    lecture.kind === 'passage' ? lecture.passage : undefined,
  );
  const pause = useOnStage(({ lecture }) =>
    lecture.kind === 'course' ? lecture.pause : undefined,
  );
  const at = usePosition();
  const bar = (key: string, ms: number) => (
    <span key={key} className="lecture-bar" style={{ animationDuration: `${ms}ms` }} />
  );
  return (
    <>
      {pause !== undefined && bar(`pause-${at}`, atSpeed(pause * 1000))}
      {passage &&
        bar(
          `${passage.from}-${passage.to}`,
          atSpeed(paceOf(passage)) * (passage.positions.length - 1),
        )}
    </>
  );
}

/** The one way forward, always in the same place, and the way back beside it. */
export function Go({ nextButton, onQuestion, last, onward, children }: GoProps) {
  const w = useLectureWords();
  const store = useStageStore();
  const kind = useOnStage<NextKind>(nextKind, 'next');
  const playing = useOnStage(playedTo);
  const presenting = useStage((state) => state.presenting);
  const grading = useOnStage(({ grading }) => grading) !== undefined;
  const waits = kind === 'question' && (!presenting || grading);
  const word =
    kind === 'question'
      ? w(presenting ? 'showAnswer' : 'answerFirst')
      : kind === 'recap' && onward
        ? onward
        : w(kind === 'recap' && last ? 'allLectures' : WORD[kind]);
  return (
    <div className="lecture-go">
      <div className="lecture-buttons">
        <BackButton />
        <button
          ref={nextButton}
          type="button"
          className={`lecture-next${waits ? ' waits' : ''}`}
          aria-disabled={waits}
          onClick={() => {
            if (store.getState().next() === 'question' && !presenting) onQuestion();
          }}
        >
          <span>{word}</span>
          {playing !== undefined && (
            <small>{playing > 0 ? w('playing', { mark: playing }) : w('onwards')}</small>
          )}
          {!waits && <Arrow to="right" />}
          <Bars />
        </button>
      </div>
      {children}
    </div>
  );
}

/** Cuts the power, once the question that is open has been answered. */
export function CutWord({ onQuestion }: { readonly onQuestion?: () => void }) {
  const w = useLectureWords();
  const store = useStageStore();
  const allowed = useStage(mayCut);
  const open = useOnStage(({ cutting }) => cutting) !== undefined;
  const recap = useOnStage((onStage) => onStage.lecture.kind === 'recap');
  if (recap) return null;
  return (
    <button
      type="button"
      className="cut-word"
      aria-expanded={open}
      title={allowed ? undefined : w('cutFirst')}
      onClick={() => {
        if (allowed) toggleCut(store);
        else onQuestion?.();
      }}
    >
      <svg width="9" height="12" viewBox="0 0 13 18" aria-hidden="true" focusable="false">
        <path d="M8 0L0 10h5l-2 8l10 -11H7z" fill="currentColor" />
      </svg>
      {w('cut')}
    </button>
  );
}
