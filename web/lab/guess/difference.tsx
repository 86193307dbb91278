import type { PredictionQuestion } from '../../model/experiment/prediction';
import { useTranslation } from '../../ui/i18n';
import { guessOutcome } from '../model/guess';
import type { GuessPicture } from './use_guess';
import { useGuessWords } from './use_guess_words';

interface DifferenceProps {
  readonly picture: GuessPicture;
  readonly question: PredictionQuestion;
  /** The line that was drawn. */
  readonly given: readonly number[];
}

/** Says how far a drawn line is from the measured one. */
export function Difference({ picture, question, given }: DifferenceProps) {
  const { t } = useTranslation();
  const { curve, measured, known } = picture;
  const words = useGuessWords(curve);
  const outcome = guessOutcome(question, curve, given, measured, known);
  const [first, ...rest] = words.outcome(outcome, given, measured);
  return (
    <div role="status">
      <p className={`prediction-verdict ${outcome.right ? 'right' : 'wrong'}`}>
        <span aria-hidden="true">{outcome.right ? '✓' : '✗'}</span>{' '}
        {t(outcome.right ? 'lab.predict.right' : 'lab.predict.wrong')} {first}
      </p>
      {rest.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </div>
  );
}
