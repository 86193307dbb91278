import { useEffect, useId, useRef } from 'react';
import type { Ask } from '../../engine/protocol';
import type { MarkStop } from '../../model/lecture/marks';
import { type Answer, isShown, isWrong } from '../../model/questions/answer';
import type { Choice } from '../../model/questions/choices';
import { isExplained } from '../../store/grading/open_witness';
import { inLecture } from '../../store/lecture/lecture_view';
import { useOnStage, useStageStore } from '../../store/stage/stage_context';
import { explainMark } from '../../store/stage/stage_controls';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { useQuestionWords } from '../words/use_question_words';
import { MarkedChoices } from './choice_list';
import { OrderResult } from './order_form';
import { useAnswerText } from './use_answer_text';
import { useReason } from './use_reason';

interface ResultProps {
  readonly stop: MarkStop;
  readonly ask: Ask;
  readonly answer: Answer;
  readonly choices: readonly Choice[];
  /**
   * True if the question was answered here and now: the reason takes the focus that the answer had.
   */
  readonly focus: boolean;
}

/** The engine's verdict on an answer, and the reason. */
export function Result({ stop, ask, answer, choices, focus }: ResultProps) {
  const id = useId();
  const q = useQuestionWords();
  const text = useText();
  const { language } = useTranslation();
  const store = useStageStore();
  const reason = useRef<HTMLDivElement>(null);
  const word = useAnswerText(ask, choices);
  const sentences = useReason(ask, answer, word);
  const open = useOnStage((onStage) => onStage.witness === stop.index);
  const shown = isShown(answer);
  const offered = choices.some((choice) => choice.answer === answer.guess);
  const because = ask.because?.[shown ? answer.truth : answer.guess];
  // Next leads on in a lecture after a right answer.
  const leads = useOnStage(inLecture);
  const focused = focus && (isWrong(answer) || !leads);
  useEffect(() => {
    if (focused) reason.current?.focus({ preventScroll: true });
  }, [focused]);
  return (
    <>
      <div
        ref={reason}
        tabIndex={-1}
        className={shown ? 'answer' : `answer ${answer.right ? 'right' : 'wrong'}`}
        // The text is read out once: a screen reader reads what takes the focus, so it is not
        // announced as well.
        {...(focused ? { role: 'group', 'aria-labelledby': id } : { role: 'status' })}
      >
        {!shown && (
          <span className="answer-sign" aria-hidden="true">
            {answer.right ? '✓' : '✗'}
          </span>
        )}
        <div id={id}>
          <p>{sentences.join(language === 'zh' ? '' : ' ')}</p>
          {because && <p className="answer-because">{text(because)}</p>}
        </div>
      </div>
      {choices.length > 0 && <MarkedChoices choices={choices} answer={answer} />}
      {ask.kind === 'order' && <OrderResult steps={ask.steps} answer={answer} />}
      {!shown && ask.kind === 'value-after-crash' && !offered && (
        <p className="mute">
          {q('open')}: {word(answer.guess)}
        </p>
      )}
      <div className="answer-actions">
        {isExplained(answer) && !open && (
          <button
            type="button"
            className="secondary"
            onClick={() => explainMark(store, stop.index)}
          >
            {q(ask.kind === 'faster' && answer.right ? 'measured' : 'why')}
          </button>
        )}
        <button
          type="button"
          className="link-button"
          onClick={() => store.getState().askAgain(stop.index)}
        >
          {q('again')}
        </button>
      </div>
    </>
  );
}
