import { useEffect, useId, useRef } from 'react';
import {
  type PredictionQuestion as Asked,
  type Prediction,
  rightChoice,
} from '../../model/experiment/prediction';
import { formatRatio } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { useLab } from '../lab_context';
import { isRunning } from '../store/lab_shown';
import { Difference } from './difference';
import { GuessPanel } from './guess_panel';
import { type GuessPicture, useDrawing, useGuessPicture } from './use_guess';

/** The reader's answer before the measurement. */
export type Answer = { readonly choice: number } | { readonly drawn: readonly number[] };

interface PredictionQuestionProps {
  readonly prediction: Prediction;
  /** The number of the question, from 1. */
  readonly number: number;
  readonly zoom: number;
  /** The answer that was given; undefined before there is one. */
  readonly given: Answer | undefined;
  /** The value that the engine measured at the place in question; undefined before there is one. */
  readonly value: number | undefined;
  readonly onAnswer: (answer: Answer) => void;
}

/** The choice that an answer amounts to; -1 for a drawn value between all of them. */
function choiceOf(question: Asked, given: Answer, picture: GuessPicture | undefined): number {
  if ('choice' in given) return given.choice;
  return rightChoice(question, given.drawn[picture?.curve.asked ?? 0] ?? 0);
}

interface OutcomeProps {
  readonly question: Asked;
  readonly chosen: number;
  readonly value: number;
}

/** The engine's verdict on the chosen answer. */
function Verdict({ question, chosen, value }: OutcomeProps) {
  const { t, language } = useTranslation();
  const right = chosen === rightChoice(question, value);
  return (
    <p className={`prediction-verdict ${right ? 'right' : 'wrong'}`} role="status">
      <span aria-hidden="true">{right ? '✓' : '✗'}</span>{' '}
      {t(right ? 'lab.predict.right' : 'lab.predict.wrong')}{' '}
      {t('lab.predict.measured', { value: formatRatio(value, language) })}
    </p>
  );
}

/** The reasons of each answer: why it is right or wrong. */
function Reasons({ question, chosen, value }: OutcomeProps) {
  const { t } = useTranslation();
  const text = useText();
  const right = rightChoice(question, value);
  const signs = (choice: number) => [
    ...(choice === right ? [t('lab.predict.truth')] : []),
    ...(choice === chosen ? [t('lab.predict.chosen')] : []),
  ];
  return (
    <ul className="prediction-reasons">
      {question.choices.map((choice, n) => (
        <li key={choice.text.en} className={n === right ? 'right' : ''}>
          <p>
            <span aria-hidden="true">{n === right ? '✓' : '·'}</span>{' '}
            <strong>{text(choice.text)}</strong>
            {signs(n).length > 0 && <span className="mute"> ({signs(n).join(', ')})</span>}
          </p>
          <p>{text(choice.why)}</p>
        </li>
      ))}
    </ul>
  );
}

interface ChoicesProps {
  readonly question: Asked;
  readonly labelledBy: string;
  readonly given: Answer | undefined;
  readonly onAnswer: (answer: Answer) => void;
}

function Choices({ question, labelledBy, given, onAnswer }: ChoicesProps) {
  const text = useText();
  const chosen = given && 'choice' in given ? given.choice : undefined;
  return (
    <fieldset className="prediction-choices" aria-labelledby={labelledBy}>
      {question.choices.map((choice, n) => (
        <button
          key={choice.text.en}
          type="button"
          className="secondary"
          aria-pressed={chosen === n}
          disabled={given !== undefined}
          onClick={() => onAnswer({ choice: n })}
        >
          {text(choice.text)}
        </button>
      ))}
    </fieldset>
  );
}

/** A question that follows another one is brought into sight. */
function useInSight(number: number) {
  const item = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (number > 1) item.current?.scrollIntoView({ block: 'start' });
  }, [number]);
  return item;
}

/** One question: the reader predicts first, then the points are measured. */
export function PredictionQuestion(props: PredictionQuestionProps) {
  const { prediction, number, zoom, given, value, onAnswer } = props;
  const { t } = useTranslation();
  const text = useText();
  const id = useId();
  const item = useInSight(number);
  const running = useLab(isRunning);
  const question = prediction.questions[number - 1] as Asked;
  const picture = useGuessPicture(prediction, number - 1, given !== undefined);
  const told = given !== undefined && value !== undefined && (picture?.told ?? true);
  const drawing = useDrawing(picture);
  const draws = picture?.drawn === true;
  const outcome = told && {
    question,
    value,
    chosen: choiceOf(question, given, picture),
  };
  return (
    <li ref={item} className="prediction-question">
      <div className="prediction-words">
        <p className="heading">
          {t('lab.predict.question', { number, count: prediction.questions.length })}
        </p>
        <p>{text(question.say)}</p>
        <p id={id} className="prediction-ask">
          {text(question.ask)}
        </p>
        {!draws && !told && (
          <Choices question={question} given={given} onAnswer={onAnswer} labelledBy={id} />
        )}
        {given !== undefined && !told && (
          <p role="status" className="mute">
            {t(running ? 'lab.predict.measuring' : 'lab.predict.unmeasured')}
          </p>
        )}
      </div>
      {picture && (
        <GuessPanel
          picture={picture}
          zoom={zoom}
          drawing={drawing}
          given={given && 'drawn' in given ? given.drawn : undefined}
          onMeasure={(drawn) => onAnswer({ drawn })}
        />
      )}
      {outcome && (
        <div className="prediction-outcome">
          {picture && 'drawn' in given ? (
            <Difference picture={picture} question={question} given={given.drawn} />
          ) : (
            <Verdict {...outcome} />
          )}
          <Reasons {...outcome} />
        </div>
      )}
    </li>
  );
}
