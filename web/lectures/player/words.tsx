import { type PointerEvent, type RefObject, Suspense, useEffect, useRef } from 'react';
import { attemptOf } from '../../model/lecture/lecture_state';
import { timeAt } from '../../model/trace/trace';
import { txnClass } from '../../stage/shapes/marks';
import { beginAgain } from '../../store/lecture/lecture_moves';
import { courseNow, isBeside, lectureQuestion, saidMark } from '../../store/lecture/lecture_view';
import {
  useOnStage,
  usePosition,
  useSession,
  useStageStore,
} from '../../store/stage/stage_context';
import { formatExactTime } from '../../ui/format/format_time';
import { lazyPart } from '../../ui/i18n/lazy_part';
import { useSentence } from '../../ui/sentence/use_sentence';
import { useText } from '../../ui/use_text';
import { useVisitedQuestion, useVisitWords, Visiting } from '../question/visiting';
import { useLectureWords } from '../words/use_lecture_words';
import { CutWord } from './go';
import { TxnWords } from './txn_words';
import { BESIDE, OPEN, useFit } from './use_fit';

// This is fetched late, since no lecture begins with one.
const loadQuestion = () => import('../question');
const Question = lazyPart(loadQuestion);

/**
 * Fetches the code that draws questions as soon as the lecture moves, so that it is there for the
 * first one.
 */
function useQuestionsInTime() {
  const begun = useOnStage((onStage) => onStage.at > 0);
  useEffect(() => {
    // A failure is ignored here: the question itself tries again.
    if (begun) loadQuestion().catch(() => undefined);
  }, [begun]);
}

/** Longer texts are set smaller: letters count one, Chinese characters two. */
const LONG = 190;
const lengthOf = (words: string) => words.length + (words.match(/\p{Script=Han}/gu)?.length ?? 0);

/** Returns the lecturer's present words: a paragraph, or two where the question is closed. */
function useSaid(): readonly string[] {
  const w = useLectureWords();
  const text = useText();
  const session = useSession();
  const stop = useOnStage(saidMark);
  const beside = useOnStage(isBeside);
  const visiting = useVisitWords();
  const closed = useOnStage((onStage) => stop !== undefined && stop.index in onStage.answers);
  if (!session) return [];
  if (visiting) return visiting;
  if (beside) return [w('aside')];
  if (!stop) return [text(session.scenario.about ?? session.scenario.title)];
  const { say, then, ask } = stop.mark;
  if (!then) return [text(say)];
  if (!ask) return [text(say), text(then)];
  return [text(closed ? then : say)];
}

function JustNow() {
  const w = useLectureWords();
  const sentence = useSentence();
  const at = usePosition();
  const trace = useOnStage(({ session }) => session.trace);
  const asking = useOnStage((onStage) => lectureQuestion(onStage) !== undefined);
  if (!trace || at === 0 || asking) return null;
  return (
    <p className={`just-now ${txnClass(trace.events.txn[at - 1] ?? 0)}`}>
      <small>{w('justNow', { time: formatExactTime(timeAt(trace, at)) })}</small>
      <TxnWords>{sentence(at)}</TxnWords>
    </p>
  );
}

/** The place of the last visit, before the first mark. */
function Resume() {
  const w = useLectureWords();
  const store = useStageStore();
  const at = usePosition();
  const farthest = useOnStage((onStage) => attemptOf(onStage.lecture)?.farthest ?? 0, 0);
  const session = useSession();
  const place = session
    ? courseNow(session).stops.findLastIndex(({ position }) => position <= farthest)
    : -1;
  const stop = session && courseNow(session).stops[place];
  if (at > 0 || !stop) return null;
  return (
    <p className="lecture-resume">
      <button
        type="button"
        className="link-button"
        onClick={() => store.getState().goTo(stop.position)}
      >
        {w('goOn', { mark: place + 1 })}
      </button>
      <button type="button" className="link-button" onClick={() => beginAgain(store)}>
        {w('beginAgain')}
      </button>
    </p>
  );
}

/** The pixels to the side that make a swipe. */
const SWIPE = 40;

const isPlain = (target: EventTarget) =>
  !(target as HTMLElement).closest('button, a, input, textarea, select, label, fieldset, form');

/** A tap goes forward; a swipe goes either way. */
function useTap(onNext: () => void, onBack: () => void) {
  const from = useRef<{ x: number; y: number }>(undefined);
  return {
    onPointerDown: ({ clientX, clientY }: PointerEvent) => {
      from.current = { x: clientX, y: clientY };
    },
    onPointerUp: ({ clientX, clientY, target, button, pointerType }: PointerEvent) => {
      const start = from.current;
      from.current = undefined;
      if (!start || button > 0 || !isPlain(target)) return;
      const [dx, dy] = [clientX - start.x, clientY - start.y];
      if (Math.abs(dy) > SWIPE && Math.abs(dy) > Math.abs(dx)) return;
      const swipe = pointerType === 'mouse' ? Number.POSITIVE_INFINITY : SWIPE;
      if (dx > swipe) onBack();
      else if (dx < -swipe || (Math.abs(dx) < 6 && Math.abs(dy) < 6)) onNext();
    },
  };
}

interface WordsProps {
  readonly slot: RefObject<HTMLDivElement | null>;
  readonly onNext: () => void;
  readonly onBack: () => void;
}

/**
 * The narration, the last event, and the question. A tap on it goes forward; a swipe goes either
 * way.
 */
export function Words({ slot, onNext, onBack }: WordsProps) {
  useQuestionsInTime();
  const said = useSaid();
  const stop = useOnStage(saidMark);
  const here = useOnStage((onStage) => stop !== undefined && onStage.at >= stop.position);
  const passed = useOnStage((onStage) => stop !== undefined && onStage.at > stop.position);
  const question = useOnStage(lectureQuestion);
  const asking = question !== undefined;
  const closed = useOnStage((onStage) => stop !== undefined && stop.index in onStage.answers);
  const sheet = useRef<HTMLDivElement>(null);
  const visited = useVisitedQuestion();
  const shown = question ?? visited ?? (here && closed ? stop : undefined);
  useFit(sheet, asking ? OPEN : BESIDE);
  const open = useOnStage(({ answers }) => shown !== undefined && !(shown.index in answers), false);
  const long = said.reduce((sum, words) => sum + lengthOf(words), 0) > LONG;
  return (
    <div ref={sheet} className="lecture-words">
      <div
        className={`lecture-say${long ? ' long' : ''}${asking ? ' asking' : ''}`}
        data-say
        {...useTap(onNext, onBack)}
      >
        {said.map((words) => (
          <p key={words} className="say">
            <TxnWords>{words}</TxnWords>
          </p>
        ))}
        <JustNow />
      </div>
      <Resume />
      <Visiting />
      {shown?.mark.ask && (
        <div
          ref={slot}
          tabIndex={-1}
          className="lecture-question"
          data-question={asking ? 'open' : 'closed'}
          data-passed={(!asking && !visited && passed) || undefined}
        >
          <Suspense fallback={null}>
            <Question
              key={shown.index}
              stop={shown}
              ask={shown.mark.ask}
              open={open}
              // The button that cuts the power stands here where the tools are hidden.
              cut={
                <span className="on-demand-only">
                  <CutWord />
                </span>
              }
            />
          </Suspense>
        </div>
      )}
    </div>
  );
}
