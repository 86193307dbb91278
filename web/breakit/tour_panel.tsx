import { useText } from '../ui/use_text';
import { useBreak, useBreakStore } from './breakit_context';
import { tours } from './library';
import { GUESSES, type Guess, isRight, type TourStep } from './model/tour';
import { failuresIn } from './model/verify_map';
import { outcomeIn } from './store/breakit_state';
import { useBreakWords } from './words/use_breakit_words';
import '../ui/i18n/later_words';

function Choice() {
  const t = useBreakWords();
  const text = useText();
  const store = useBreakStore();
  const tour = useBreak((state) => state.tour);
  return (
    <label className="break-field">
      <span>{t('tour')}</span>
      <select
        value={tour?.tour.id ?? ''}
        onChange={(event) => void store.getState().startTour(event.target.value || undefined)}
      >
        <option value="">{t('tourNone')}</option>
        {tours.map(({ id, title }) => (
          <option key={id} value={id}>
            {text(title)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Asks what will be found; the explorer answers. */
function Question({ step, ask }: { step: number; ask: string }) {
  const t = useBreakWords();
  const store = useBreakStore();
  const guess = useBreak((state) => state.tour?.guesses[step]);
  const verdicts = useBreak((state) => outcomeIn(state)?.verdicts);
  const words = (each: Guess) => (each === 'nothing' ? t('guessNothing') : t(`verdict.${each}`));
  const found = verdicts && failuresIn(verdicts).map((each) => t(`verdict.${each}`));
  return (
    <fieldset className="break-question">
      <legend>{ask}</legend>
      <div className="break-guesses">
        {GUESSES.map((each) => (
          <button
            key={each}
            type="button"
            className="pill"
            aria-pressed={guess === each}
            onClick={() => void store.getState().guess(each)}
          >
            {words(each)}
          </button>
        ))}
      </div>
      <p role="status" data-testid="tour-answer">
        {guess && verdicts && found && (
          <strong>
            {t(isRight(guess, verdicts) ? 'right' : 'wrong', {
              found: found.length > 0 ? found.join(', ') : t('foundNothing'),
            })}
          </strong>
        )}
      </p>
    </fieldset>
  );
}

function Step({ step, of, at }: { step: TourStep; of: number; at: number }) {
  const t = useBreakWords();
  const text = useText();
  const store = useBreakStore();
  const { goToStep } = store.getState();
  return (
    <div className="tour-step">
      <p className="mute">{t('step', { step: at + 1, count: of })}</p>
      <p className="tour-say">{text(step.say)}</p>
      {step.ask && <Question step={at} ask={text(step.ask)} />}
      <div className="break-run">
        <button
          type="button"
          className="secondary"
          disabled={at === 0}
          onClick={() => goToStep(at - 1)}
        >
          {t('back')}
        </button>
        <button
          type="button"
          className="secondary"
          disabled={at === of - 1}
          onClick={() => goToStep(at + 1)}
        >
          {t('next')}
        </button>
      </div>
    </div>
  );
}

/** A guided tour of one mutation: text, and a question that the explorer answers. */
export function TourPanel() {
  const t = useBreakWords();
  const tour = useBreak((state) => state.tour);
  const step = tour?.tour.steps[tour.step];
  return (
    <section className="break-tour" aria-label={t('tour')}>
      <Choice />
      {tour && step && <Step step={step} of={tour.tour.steps.length} at={tour.step} />}
    </section>
  );
}
