import { useId } from 'react';
import { type PredictionQuestion as Asked, rightChoice } from '../model/experiment/prediction';
import { formatRatio } from '../ui/amount';
import { useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';
import { useLab } from './lab_context';

interface PredictionQuestionProps {
  readonly question: Asked;
  /** From 1. */
  readonly number: number;
  readonly count: number;
  /** The choice that was made; undefined: none yet. */
  readonly given: number | undefined;
  /** What the engine measured; undefined: not yet. */
  readonly value: number | undefined;
  readonly onAnswer: (choice: number) => void;
}

/** What the engine says, and of each choice why. */
function Outcome({ question, given, value }: PredictionQuestionProps & { value: number }) {
  const { t, language } = useTranslation();
  const text = useText();
  const right = rightChoice(question, value);
  const signs = (choice: number) => [
    ...(choice === right ? [t('lab.predict.truth')] : []),
    ...(choice === given ? [t('lab.predict.chosen')] : []),
  ];
  return (
    <>
      <p className={`prediction-verdict ${given === right ? 'right' : 'wrong'}`} role="status">
        <span aria-hidden="true">{given === right ? '✓' : '✗'}</span>{' '}
        {t(given === right ? 'lab.predict.right' : 'lab.predict.wrong')}{' '}
        {t('lab.predict.measured', { value: formatRatio(value, language) })}
      </p>
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
    </>
  );
}

/** One question: the prediction is made first, then the points are measured. */
export function PredictionQuestion(props: PredictionQuestionProps) {
  const { question, number, count, given, value, onAnswer } = props;
  const { t } = useTranslation();
  const text = useText();
  const id = useId();
  const running = useLab((state) => state.running);
  return (
    <li className="prediction-question">
      <p className="heading">{t('lab.predict.question', { number, count })}</p>
      <p>{text(question.say)}</p>
      <p id={id} className="prediction-ask">
        {text(question.ask)}
      </p>
      {(given === undefined || value === undefined) && (
        <fieldset className="prediction-choices" aria-labelledby={id}>
          {question.choices.map((choice, n) => (
            <button
              key={choice.text.en}
              type="button"
              className="secondary"
              aria-pressed={given === n}
              disabled={given !== undefined}
              onClick={() => onAnswer(n)}
            >
              {text(choice.text)}
            </button>
          ))}
        </fieldset>
      )}
      {given !== undefined && value === undefined && (
        <p role="status" className="mute">
          {t(running ? 'lab.predict.measuring' : 'lab.predict.unmeasured')}
        </p>
      )}
      {given !== undefined && value !== undefined && <Outcome {...props} value={value} />}
    </li>
  );
}
