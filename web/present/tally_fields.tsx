import { type FormEvent, useState } from 'react';
import { useTranslation } from '../ui/i18n';
import { type AskedQuestion, handsOf, type Tally } from './messages';
import type { PresentWords } from './words/use_present_words';

interface TallyFieldsProps {
  readonly question: AskedQuestion;
  readonly tally: Tally;
  readonly onTally: (tally: Tally) => void;
  readonly t: PresentWords;
}

/** Hands for each answer: counted one by one, or typed. */
export function TallyFields({ question, tally, onTally, t }: TallyFieldsProps) {
  const set = (id: string, count: number) => onTally({ ...tally, [id]: handsOf(count) });
  const most = Math.max(1, ...question.choices.map(({ id }) => tally[id] ?? 0));
  return (
    <div className="tally-fields">
      {question.choices.map(({ id, label }, place) => (
        <div key={id} className="tally-row">
          <span className="tally-label">
            {place < 9 && <TallyKey digit={place + 1} />} {label}
          </span>
          <meter
            className="tally-bar"
            aria-hidden="true"
            min={0}
            max={most}
            value={tally[id] ?? 0}
          />
          <input
            inputMode="numeric"
            aria-label={t('handsOf', { choice: label })}
            value={tally[id] ?? 0}
            onFocus={(event) => event.target.select()}
            onChange={(event) => set(id, Number(event.target.value.replace(/\D/g, '')))}
          />
          <button
            type="button"
            aria-label={t('fewer', { choice: label })}
            onClick={() => set(id, (tally[id] ?? 0) - 1)}
          >
            −
          </button>
          <button
            type="button"
            aria-label={t('more', { choice: label })}
            aria-keyshortcuts={place < 9 ? String(place + 1) : undefined}
            onClick={() => set(id, (tally[id] ?? 0) + 1)}
          >
            +
          </button>
        </div>
      ))}
      {question.free && <OtherAnswer t={t} onAdd={(id) => set(id, tally[id] ?? 1)} />}
    </div>
  );
}

/** The key that counts a hand; a screen reader announces it as the button's shortcut. */
const TallyKey = ({ digit }: { digit: number }) => (
  <span className="tally-key" aria-hidden="true">
    {digit}
  </span>
);

/**
 * Adds a hand for the answer with this number, from 0; does nothing where there is no such answer.
 */
export function oneMore({ choices }: AskedQuestion, tally: Tally, place: number): Tally {
  const id = choices[place]?.id;
  return id === undefined ? tally : { ...tally, [id]: handsOf((tally[id] ?? 0) + 1) };
}

/** An answer of the class that no choice names: a number, as it is graded. */
function OtherAnswer({ t, onAdd }: Pick<TallyFieldsProps, 't'> & { onAdd: (id: string) => void }) {
  const [value, setValue] = useState('');
  const add = (event: FormEvent) => {
    event.preventDefault();
    if (!/^-?\d{1,12}$/.test(value.trim())) return;
    onAdd(String(Number(value)));
    setValue('');
  };
  return (
    <form className="tally-other" onSubmit={add}>
      <input
        inputMode="numeric"
        aria-label={t('other')}
        placeholder={t('other')}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <button type="submit">{t('addChoice')}</button>
    </form>
  );
}

/** The total number of hands, in words. */
export function useSum(tally: Tally, t: TallyFieldsProps['t']): string {
  const { language } = useTranslation();
  const count = Object.values(tally).reduce((sum, each) => sum + each, 0);
  const shown = count.toLocaleString(language);
  return count === 1 ? t('count', { count }) : t('count', { count: shown });
}
