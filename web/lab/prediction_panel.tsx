import { compareHref, lectureHref } from '../link/prediction_links';
import { type Prediction, predictedValue } from '../model/experiment/prediction';
import { useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';
import { useLab, useLabStore, useOpen } from './lab_context';
import { PredictionQuestion } from './prediction_question';

interface PredictionPanelProps {
  readonly prediction: Prediction;
  readonly projection: boolean;
  /** The choices that were made, a question each. */
  readonly answers: readonly number[];
  readonly onAnswers: (answers: readonly number[]) => void;
}

/** The values of the questions, as far as they have been measured. */
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

/** Questions about the open experiment, one after the other. */
export function PredictionPanel(props: PredictionPanelProps) {
  const { prediction, answers, onAnswers } = props;
  const { t } = useTranslation();
  const text = useText();
  const store = useLabStore();
  const values = usePredictedValues(prediction);
  const { questions } = prediction;
  // The next question shows once the one before has been answered by the engine, too.
  const answered = questions.findIndex(
    (_, n) => answers[n] === undefined || values[n] === undefined,
  );
  const shown = answered < 0 ? questions : questions.slice(0, answered + 1);
  const answer = (choice: number) => {
    onAnswers([...answers, choice]);
    void store.getState().run();
  };
  return (
    <section className="prediction" aria-label={t('lab.predict.questions')}>
      <ol>
        {shown.map((question, n) => (
          <PredictionQuestion
            key={question.ask.en}
            question={question}
            number={n + 1}
            count={questions.length}
            given={answers[n]}
            value={values[n]}
            onAnswer={answer}
          />
        ))}
      </ol>
      {answered < 0 && <p className="prediction-close">{text(prediction.close)}</p>}
      <p className="prediction-tools">
        {answered < 0 ? (
          <button type="button" className="link-button" onClick={() => onAnswers([])}>
            {t('lab.predict.again')}
          </button>
        ) : (
          <button
            type="button"
            className="link-button"
            onClick={() => store.getState().set({ prediction: undefined })}
          >
            {t('lab.predict.skip')}
          </button>
        )}
        <Onwards {...props} />
      </p>
    </section>
  );
}
