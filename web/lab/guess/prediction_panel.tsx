import { useRef, useState } from 'react';
import { compareHref, lectureHref } from '../../link/prediction_links';
import { type Prediction, predictedValue } from '../../model/experiment/prediction';
import { useKeys } from '../../ui/hooks/use_keys';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { useLab, useLabStore, useOpen } from '../lab_context';
import { type Answer, PredictionQuestion } from './prediction_question';
import { useGuessPicture } from './use_guess';
import '../../ui/i18n/later_words';

interface PredictionPanelProps {
  readonly prediction: Prediction;
  readonly projection: boolean;
  readonly zoom: number;
  /** The choices or drawn lines, one for each question. */
  readonly answers: readonly Answer[];
  readonly onAnswers: (answers: readonly Answer[]) => void;
}

/** The values of the questions that have been measured. */
export function usePredictedValues(prediction: Prediction | null | undefined) {
  const { plan } = useOpen();
  const results = useLab((state) => state.results);
  return prediction?.questions.map(({ value }) => predictedValue(value, plan, results)) ?? [];
}

function Onwards({
  prediction,
  projection,
}: Pick<PredictionPanelProps, 'prediction' | 'projection'>) {
  const { t } = useTranslation();
  const { lecture, compare } = prediction;
  const layout = projection ? 'projection' : 'desk';
  if (lecture === null) return null;
  return (
    <>
      <a className="link-button" href={lectureHref(lecture, layout)}>
        {t('lab.predict.stage')}
      </a>
      {compare && (
        <a className="link-button" href={compareHref(lecture, compare, layout)}>
          {t('lectures.compare')}
        </a>
      )}
    </>
  );
}

/** The parts that the right arrow leads to, in the order in which they are tried. */
const AHEAD = '.prediction-measure[data-ready], .guess-chart .handle, .prediction-choices button';

/**
 * The right arrow leads from the guess to the measurement, to the verdict, and to the next
 * question.
 */
function useArrow(list: () => HTMLElement | null | undefined, next: (() => void) | undefined) {
  useKeys((event) => {
    if (event.key !== 'ArrowRight' || event.defaultPrevented || event.shiftKey) return false;
    if (next) {
      next();
      return true;
    }
    const parts = [...(list()?.querySelectorAll<HTMLElement>(AHEAD) ?? [])];
    const [measure] = parts.filter((part) => part.matches('.prediction-measure'));
    const here = parts.indexOf(document.activeElement as HTMLElement);
    if (measure) measure.click();
    else parts[(here + 1) % parts.length]?.focus();
    return parts.length > 0;
  });
}

/** Questions about the open experiment, one after the other. */
export function PredictionPanel(props: PredictionPanelProps) {
  const { prediction, answers, onAnswers, zoom } = props;
  const { t } = useTranslation();
  const text = useText();
  const store = useLabStore();
  const panel = useRef<HTMLElement>(null);
  const values = usePredictedValues(prediction);
  const { questions } = prediction;
  // The last question that is shown: the next comes on request.
  const [open, setOpen] = useState(0);
  const picture = useGuessPicture(prediction, open, answers[open] !== undefined);
  const told = answers[open] !== undefined && values[open] !== undefined && (picture?.told ?? true);
  const ended = told && open === questions.length - 1;
  const answer = (given: Answer) => {
    onAnswers([...answers, given]);
    void store.getState().run();
  };
  const again = () => {
    onAnswers([]);
    setOpen(0);
  };
  const skip = () => store.getState().look({ prediction: undefined });
  const next = () => setOpen(Math.min(open + 1, questions.length - 1));
  const inLast = () => panel.current?.querySelector<HTMLElement>('.prediction-question:last-child');
  const toClose = () =>
    panel.current?.querySelector('.prediction-close')?.scrollIntoView({ block: 'center' });
  useArrow(inLast, ended ? toClose : told ? next : undefined);
  return (
    <section ref={panel} className="prediction" aria-label={t('lab.predict.questions')}>
      <ol>
        {questions.slice(0, open + 1).map((question, n) => (
          <PredictionQuestion
            key={question.ask.en}
            prediction={prediction}
            zoom={zoom}
            number={n + 1}
            given={answers[n]}
            value={values[n]}
            onAnswer={answer}
          />
        ))}
      </ol>
      {told && !ended && (
        <p className="prediction-onwards">
          <button type="button" className="primary" aria-keyshortcuts="ArrowRight" onClick={next}>
            {t('lab.predict.next')}
          </button>
        </p>
      )}
      {ended && <p className="prediction-close">{text(prediction.close)}</p>}
      <p className="prediction-tools">
        <button type="button" className="link-button" onClick={ended ? again : skip}>
          {t(ended ? 'lab.predict.again' : 'lab.predict.skip')}
        </button>
        <Onwards {...props} />
      </p>
    </section>
  );
}
