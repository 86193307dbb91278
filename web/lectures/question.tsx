import { type FormEvent, useId, useState } from 'react';
import type { Ask } from '../engine/protocol';
import type { MarkStop } from '../model/marks';
import { useStage, useStageStore } from '../store/stage_context';
import type { Answer } from '../store/stage_state';
import { useTranslation } from '../ui/i18n';

interface QuestionProps {
  readonly stop: MarkStop;
  readonly ask: Ask;
  /** Not answered yet. */
  readonly open: boolean;
}

const FATES = ['always', 'sometimes', 'never'] as const;

function useQuestionText(ask: Ask): string {
  const { t } = useTranslation();
  if (ask.kind === 'fate') return t('lectures.askFate', { txn: ask.tx });
  if (ask.survive === undefined) return t('lectures.askValue', { record: ask.record });
  return t('lectures.askValuePolicy', { record: ask.record, policy: t(`cut.${ask.survive}`) });
}

/** Asked for without a guess. */
export const isShown = ({ guess }: Answer): boolean => guess === '';

function Result({ stop, ask }: { stop: MarkStop; ask: Ask }) {
  const { t } = useTranslation();
  const store = useStageStore();
  const answer = useStage((state) => state.answers[stop.index]);
  if (!answer) return null;
  const shown = isShown(answer);
  const word = (value: string) =>
    ask.kind === 'fate'
      ? t(`outlook.${value as 'always'}`)
      : value === 'absent'
        ? t('outlook.absent')
        : value;
  const again = () =>
    store.setState(({ answers }) => {
      const { [stop.index]: _forgotten, ...others } = answers;
      return { answers: others };
    });
  return (
    <p className={shown ? 'answer' : `answer ${answer.right ? 'right' : 'wrong'}`} role="status">
      {!shown && (
        <span className="answer-sign" aria-hidden="true">
          {answer.right ? '✓' : '✗'}
        </span>
      )}{' '}
      {answer.right
        ? t('lectures.right', { answer: word(answer.truth) })
        : shown
          ? t('lectures.revealed', { answer: word(answer.truth) })
          : t('lectures.wrong', { guess: word(answer.guess), answer: word(answer.truth) })}{' '}
      <button type="button" className="link-button" onClick={again}>
        {t('lectures.again')}
      </button>
    </p>
  );
}

/** A prediction: the student answers, then the engine does. */
export function Question({ stop, ask, open }: QuestionProps) {
  const { t } = useTranslation();
  const id = useId();
  const { answer } = useStageStore().getState();
  const [value, setValue] = useState('');
  const [grading, setGrading] = useState(false);
  const words = useQuestionText(ask);
  const give = async (guess: string) => {
    setGrading(true);
    await answer(stop.index, guess);
    setGrading(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const guess = value.trim();
    void give(/^-?\d+$/.test(guess) ? String(Number(guess)) : 'absent');
  };
  return (
    <div className="question">
      <p id={id} className="question-words">
        {words}
      </p>
      {!open && <Result stop={stop} ask={ask} />}
      {open && ask.kind === 'fate' && (
        <fieldset className="choices" aria-labelledby={id} disabled={grading}>
          {FATES.map((fate) => (
            <button key={fate} type="button" className="secondary" onClick={() => void give(fate)}>
              {t(`outlook.${fate}`)}
            </button>
          ))}
        </fieldset>
      )}
      {open && ask.kind === 'value-after-crash' && (
        <form className="choices" aria-labelledby={id} onSubmit={submit}>
          <input
            inputMode="numeric"
            aria-label={t('lectures.value', { record: ask.record })}
            pattern="-?\d+"
            required
            value={value}
            disabled={grading}
            onChange={(event) => setValue(event.target.value)}
          />
          <button type="submit" className="secondary" disabled={grading}>
            {t('lectures.answer')}
          </button>
          <button
            type="button"
            className="secondary"
            disabled={grading}
            onClick={() => void give('absent')}
          >
            {t('lectures.absentChoice')}
          </button>
        </form>
      )}
      {open && (
        <button
          type="button"
          className="link-button"
          disabled={grading}
          onClick={() => void give('')}
        >
          {t(grading ? 'lectures.grading' : 'lectures.reveal')}
        </button>
      )}
    </div>
  );
}
