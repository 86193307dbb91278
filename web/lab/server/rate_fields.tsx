import { useId } from 'react';
import { formatNumber } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { areRoundsFar, type Rate } from '../model/server/rate_text';
import type { ServerAnswers } from '../model/server/server_answers';
import type { Rates, ServerFacts } from '../model/server/server_facts';
import { useProblemText } from './answer_field';
import { COMMITS_OFF, RATE_COMMAND } from './commands';
import { useServerWords } from './words/use_server_words';

/** A rate in words; for several rounds with their number and their spread. */
export function useRounds(): (rate: Rate, said: string) => string {
  const { language } = useTranslation();
  const w = useServerWords();
  const number = (value: number) => formatNumber(value, language);
  return (of, said) => {
    const { rounds } = of;
    if (!rounds) return said;
    const { count, least, most } = rounds;
    const told = { rate: said, count: number(count), least: number(least), most: number(most) };
    return w(areRoundsFar(of) ? 'roundsFar' : 'rounds', told);
  };
}

interface RateFieldsProps {
  readonly answers: ServerAnswers;
  readonly facts: ServerFacts;
  readonly onChange: (patch: Partial<ServerAnswers>) => void;
}

const CELLS = [
  ['today', 'todayOff'],
  ['one', 'oneOff'],
] as const satisfies readonly (readonly (keyof Rates)[])[];

/**
 * The fields for transactions per second: with all clients and with one, as it is and with fast
 * commits.
 */
export function RateFields({ answers, facts, onChange }: RateFieldsProps) {
  const { language } = useTranslation();
  const w = useServerWords();
  const id = useId();
  const problemText = useProblemText();
  const said = useRounds();
  const count = formatNumber(facts.clients.value, language);
  const titles = [w('withClients', { count }), w('withOne')];
  const columns = [w('asIs'), COMMITS_OFF];
  const taken = (name: keyof Rates) => {
    const problem = facts.problems[name];
    if (problem) return <span className="warn">{problemText(problem)}</span>;
    const rate = facts.rates[name];
    return rate
      ? said(rate, w('rate', { rate: formatNumber(rate.tps, language) }))
      : w('unmeasured');
  };
  return (
    <fieldset className="server-field server-rates">
      <legend>{w('rates')}</legend>
      <div className="server-grid">
        {CELLS.flatMap((row, r) =>
          row.map((name, c) => (
            <div key={name}>
              <label htmlFor={`${id}-${name}`}>
                {w('cell', { clients: titles[r] ?? '', commits: columns[c] ?? '' })}
              </label>
              <textarea
                id={`${id}-${name}`}
                rows={2}
                value={answers[name]}
                spellCheck={false}
                autoComplete="off"
                aria-invalid={facts.problems[name] !== undefined}
                aria-describedby={`${id}-${name}-taken`}
                onChange={({ target }) => onChange({ [name]: target.value })}
              />
              <p id={`${id}-${name}-taken`} className="server-taken">
                {taken(name)}
              </p>
            </div>
          )),
        )}
      </div>
      <div className="mute">
        <p>
          {w('ratesWhere')}{' '}
          {facts.pace !== undefined && w('pace', { rate: formatNumber(facts.pace, language) })}
        </p>
        <pre className="mono">{RATE_COMMAND}</pre>
      </div>
    </fieldset>
  );
}
