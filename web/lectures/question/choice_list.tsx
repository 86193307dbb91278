import type { Answer } from '../../model/questions/answer';
import { isShown, OR } from '../../model/questions/answer';
import type { Choice } from '../../model/questions/choices';
import { txnClass } from '../../stage/shapes/marks';
import { useQuestionWords } from '../words/use_question_words';
import { useChoiceText } from './use_answer_text';

interface ChoiceListProps {
  readonly choices: readonly Choice[];
  readonly labelledBy: string;
  readonly disabled: boolean;
  readonly onChoose: (answer: string) => void;
}

/** Answers as buttons; digits choose them, too. */
export function ChoiceList({ choices, labelledBy, disabled, onChoose }: ChoiceListProps) {
  const choiceText = useChoiceText();
  return (
    <fieldset
      className="choice-list"
      data-values={choices.every(({ kind }) => kind === 'value') || undefined}
      aria-labelledby={labelledBy}
      disabled={disabled}
    >
      {choices.map((choice, index) => (
        <button
          key={choice.answer}
          type="button"
          className={`choice ${'txn' in choice ? txnClass(choice.txn) : ''}`}
          aria-keyshortcuts={index < 9 ? String(index + 1) : undefined}
          onClick={() => onChoose(choice.answer)}
        >
          <ChoiceSign choice={choice} />
          <span>{choiceText(choice)}</span>
          {index < 9 && <ChoiceKey digit={index + 1} />}
        </button>
      ))}
    </fieldset>
  );
}

/** The key that chooses it; a screen reader announces it as the button's shortcut. */
function ChoiceKey({ digit }: { digit: number }) {
  return (
    <span className="choice-key" aria-hidden="true">
      {digit}
    </span>
  );
}

/** The line style that fates have on the stage: solid, dashed, dotted. */
function ChoiceSign({ choice }: { choice: Choice }) {
  if (choice.kind !== 'fate') return null;
  return <span className={`fate-sign ${choice.fate}`} aria-hidden="true" />;
}

/** The choices once the question is closed: the answer that was given, and the right one. */
export function MarkedChoices({ choices, answer }: { choices: readonly Choice[]; answer: Answer }) {
  const q = useQuestionWords();
  const choiceText = useChoiceText();
  const rights = answer.truth.split(OR);
  return (
    <ul className="choice-list">
      {choices.map((choice) => {
        const right = rights.includes(choice.answer);
        const mine = !isShown(answer) && choice.answer === answer.guess;
        const kind = right ? 'right' : mine ? 'wrong' : 'other';
        return (
          <li key={choice.answer} className={`choice ${kind}`}>
            <ChoiceSign choice={choice} />
            <span>{choiceText(choice)}</span>
            <span className="choice-whose">
              {[mine && q('you'), right && q('engine')].filter(Boolean).join(' · ')}
            </span>
          </li>
        );
      })}
    </ul>
  );
}
