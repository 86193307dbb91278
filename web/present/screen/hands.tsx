import { type ReactNode, useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import type { AskedQuestion, Tally } from '../messages';
import { oneMore, TallyFields, useSum } from '../tally_fields';
import { useCountKeys } from '../use_present_keys';
import { usePresentWords } from '../words/use_present_words';

interface HandsProps {
  readonly question: AskedQuestion;
  readonly tally: Tally;
  /** True where the class sees them. */
  readonly shown: boolean;
  /** True where they are counted in this window. */
  readonly counting: boolean;
  readonly onTally: (tally: Tally) => void;
  readonly onToggle: () => void;
  /** The place where phones answer, instead of a show of hands. */
  readonly phones?: string | undefined;
}

/**
 * The answers of the class, on the screen: shown on request, beside the engine's answer once that
 * is there.
 */
export function Hands({ question, tally, shown, counting, onTally, onToggle, phones }: HandsProps) {
  const t = usePresentWords();
  const sum = useSum(tally, t);
  const open = question.open && (shown || counting);
  useCountKeys(open ? (place) => onTally(oneMore(question, tally, place)) : undefined);
  if (!shown && !counting) return null;
  const most = Math.max(1, ...question.choices.map(({ id }) => tally[id] ?? 0));
  const answer = question.open ? undefined : (question.truth ?? undefined);
  return (
    <OverStage>
      <section className="hands" aria-label={t('hands')}>
        <p className="hands-head">
          {phones ? <strong>{phones}</strong> : <span className="heading">{t('hands')}</span>}
          {!phones && <span className="mute">{sum}</span>}
        </p>
        {counting && (
          <>
            <TallyFields question={question} tally={tally} onTally={onTally} t={t} />
            <button type="button" className="secondary" onClick={onToggle}>
              {t(shown ? 'hideHands' : 'showHands')}
            </button>
          </>
        )}
        {!counting && (
          <ul className="hands-list">
            {question.choices.map(({ id, label }) => (
              <li key={id} data-engine={label === answer || undefined}>
                <span className="tally-label">{label}</span>
                <b>{tally[id] ?? 0}</b>
                <meter
                  className="tally-bar"
                  aria-hidden="true"
                  min={0}
                  max={most}
                  value={tally[id] ?? 0}
                />
                <span className="hands-engine">
                  {label === answer ? `✓ ${t('engineSays')}` : ''}
                </span>
              </li>
            ))}
            {answer !== undefined && !question.choices.some(({ label }) => label === answer) && (
              <li data-engine="true">
                <span className="tally-label">{answer}</span>
                <b>0</b>
                <meter className="tally-bar" aria-hidden="true" min={0} max={most} value={0} />
                <span className="hands-engine">✓ {t('engineSays')}</span>
              </li>
            )}
          </ul>
        )}
      </section>
    </OverStage>
  );
}

/** A layer at the upper edge of the stage, which does not move. */
function OverStage({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState<Element | null>(null);
  useLayoutEffect(() => setPlace(document.querySelector('.lecture-stage, .stage-centre')), []);
  return place && createPortal(<div className="hands-place">{children}</div>, place);
}
