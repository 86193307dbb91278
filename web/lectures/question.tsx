import { useEffect, useId, useMemo, useRef } from 'react';
import type { Ask } from '../engine/protocol';
import type { MarkStop } from '../model/lecture/marks';
import { ABSENT, isShown } from '../model/questions/answer';
import { choicesAt } from '../store/grading/open_choices';
import { useOnStage, useSession, useStageStore } from '../store/stage/stage_context';
import { useTranslation } from '../ui/i18n';
import { ChoiceList } from './question/choice_list';
import { OrderForm } from './question/order_form';
import { Result } from './question/result';
import { useQuestionText } from './question/use_question_text';
import { ValueForm } from './question/value_form';
import { useQuestionWords } from './words/use_question_words';
import './question/question.css';
import '../ui/i18n/later_words';

interface QuestionProps {
  readonly stop: MarkStop;
  readonly ask: Ask;
  /** True while it is not answered. */
  readonly open: boolean;
  /** The button that cuts the power, beside a question that asks for it. */
  readonly cut?: React.ReactNode;
}

/** Returns the engine's progress with this question, where that takes time. */
function useProgress(ask: Ask, mark: number): string | undefined {
  const { t } = useTranslation();
  const q = useQuestionWords();
  const grading = useOnStage(({ grading }) => grading);
  if (grading?.mark !== mark) return undefined;
  const { done, of } = grading;
  if (of === 0) return t('lectures.grading');
  if (ask.kind === 'leave-out') return q('progress', { done, of });
  return q(ask.kind === 'faster' ? 'measuring' : 'looking', { done, of });
}

/** The choices of a question; once its frame has been shown, they stay as they are. */
function useChoices(stop: MarkStop) {
  const session = useSession();
  const frame = useOnStage(({ frame }) => (frame?.at === stop.position ? frame : undefined));
  const kept = useRef<ReturnType<typeof choicesAt>>(undefined);
  return useMemo(() => {
    const made = session ? choicesAt({ session, frame }, stop) : [];
    if (frame || !kept.current) kept.current = made;
    return kept.current;
  }, [session, frame, stop]);
}

/** A prediction: the student answers, then the engine does. */
export default function Question({ stop, ask, open, cut }: QuestionProps) {
  const { t } = useTranslation();
  const q = useQuestionWords();
  const id = useId();
  const store = useStageStore();
  const words = useQuestionText(ask);
  const choices = useChoices(stop);
  const absentOffered = choices.some(({ answer }) => answer === ABSENT);
  const answer = useOnStage((onStage) => onStage.answers[stop.index]);
  const grading = useOnStage(({ grading }) => grading) !== undefined;
  const progress = useProgress(ask, stop.index);
  const notBegun = useOnStage((onStage) => onStage.visit?.mark === stop.index);
  // The focus goes on from the reason after an answer here; a reader who comes back to an answer
  // keeps the focus.
  const answered = useRef(false);
  useEffect(() => {
    if (open) answered.current = true;
  }, [open]);
  const give = (guess: string) => void store.getState().answer(stop.index, guess);
  const controls = { labelledBy: id, disabled: grading };
  return (
    <div className={open ? 'question' : 'question closed'}>
      <p id={id} className="question-words">
        {words}
      </p>
      {!open && answer && (
        <Result
          stop={stop}
          ask={ask}
          answer={answer}
          choices={choices}
          focus={answered.current && !isShown(answer)}
        />
      )}
      {open && choices.length > 0 && <ChoiceList {...controls} choices={choices} onChoose={give} />}
      {open && ask.kind === 'value-after-crash' && (
        <ValueForm {...controls} record={ask.record} absentOffered={absentOffered} onGive={give} />
      )}
      {open && ask.kind === 'order' && <OrderForm {...controls} steps={ask.steps} onGive={give} />}
      {open && ask.kind === 'cut' && (
        <>
          <p className="mute">{q(notBegun ? 'ask.notBegun' : 'ask.cutHelp', { tx: ask.tx })}</p>
          {cut}
        </>
      )}
      {open && (
        <button type="button" className="link-button" disabled={grading} onClick={() => give('')}>
          {progress ?? t('lectures.reveal')}
        </button>
      )}
      {open && (
        <p className="visually-hidden" role="status">
          {progress}
        </p>
      )}
    </div>
  );
}
