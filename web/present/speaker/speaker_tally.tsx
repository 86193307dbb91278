import type { AskedQuestion, ScreenState, SpeakerKey, Tally } from '../messages';
import { oneMore, TallyFields, useSum } from '../tally_fields';
import { useCountKeys } from '../use_present_keys';
import { usePresentWords } from '../words/use_present_words';

interface SpeakerTallyProps {
  readonly state: ScreenState;
  readonly onTally: (mark: number, tally: Tally) => void;
  readonly onPress: (key: SpeakerKey) => void;
}

/** The hands during counting, and the engine's answer for the speaker alone. */
export function SpeakerTally({ state, onTally, onPress }: SpeakerTallyProps) {
  const t = usePresentWords();
  const { question } = state;
  const sum = useSum(state.tally, t);
  const count = (of: AskedQuestion) => (place: number) =>
    onTally(of.mark, oneMore(of, state.tally, place));
  useCountKeys(question?.open ? count(question) : undefined);
  return (
    <section className="speaker-tally" aria-label={t('hands')}>
      <p className="hands-head">
        <span className="heading">
          {question ? t('handsFor', { question: question.words }) : t('hands')}
        </span>
        {question && <span className="mute">{sum}</span>}
      </p>
      {question ? (
        <>
          <TallyFields
            key={question.mark}
            question={question}
            tally={state.tally}
            onTally={(tally) => onTally(question.mark, tally)}
            t={t}
          />
          <p className="tally-foot">
            <button type="button" aria-pressed={state.handsShown} onClick={() => onPress('hands')}>
              {t(state.handsShown ? 'hideHands' : 'showHands')}
            </button>
            {question.open && (
              <button type="button" onClick={() => onPress('next')}>
                {t('showAnswer')}
              </button>
            )}
            <Truth question={question} />
          </p>
        </>
      ) : (
        <p className="mute">{t('notOpen')}</p>
      )}
    </section>
  );
}

function Truth({ question: { truth, open } }: { question: AskedQuestion }) {
  const t = usePresentWords();
  if (truth === null) return <span className="mute">{t('unknown')}</span>;
  if (truth === undefined) return <span className="mute">{t('asking')}</span>;
  if (!open)
    return (
      <span>
        <b>{truth}</b> · {t('engineSays')}
      </span>
    );
  return <b data-testid="truth">{t('forYou', { answer: truth })}</b>;
}
