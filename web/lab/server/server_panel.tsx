import { useId, useMemo, useState } from 'react';
import { useStage } from '../../store/stage/stage_context';
import { formatNumber } from '../../ui/format/amount';
import { formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { useLab, useLabStore, useOpen } from '../lab_context';
import { DEVICE } from '../model/server/calibrated_prices';
import type { ListedRun } from '../model/server/loaded_runs';
import { isAnswered, NO_ANSWERS, type ServerAnswers } from '../model/server/server_answers';
import { type ServerFacts, serverFacts } from '../model/server/server_facts';
import { machineIs, pricesOf, serverPrices } from '../model/server/server_prices';
import type { WorkloadLog } from '../store/lab_state';
import { AnswerField } from './answer_field';
import { toAnswer } from './answer_place';
import { FLUSH_COMMAND, LOADED_COMMAND, READS_COMMAND, SETTINGS_COMMAND } from './commands';
import { RateFields, useRounds } from './rate_fields';
import { ServerPricesTable } from './server_prices_table';
import { useServerWords } from './words/use_server_words';
import './server.css';

interface FieldsProps {
  readonly answers: ServerAnswers;
  readonly facts: ServerFacts;
  readonly onChange: (patch: Partial<ServerAnswers>) => void;
}

/** Returns the present-day machine's time of a write, for readers who have not measured one. */
function useGuessedWrite(): number {
  const { file } = useOpen();
  return useStage(({ description }) => {
    const machine = description?.machines.find(({ id }) => id === file.machine.id);
    return machine?.prices.find(({ id }) => id === DEVICE)?.value ?? 0;
  });
}

/** The pasted times of a flush, and the method that the server uses. */
function FlushField({ answers, facts, onChange }: FieldsProps) {
  const w = useServerWords();
  const id = useId();
  const guess = useGuessedWrite();
  const { flush } = facts;
  return (
    <div>
      <AnswerField
        label={w('flush')}
        value={answers.flush}
        where={w('flushWhere')}
        command={FLUSH_COMMAND}
        rows={4}
        isGuess={!flush}
        problem={facts.problems.flush}
        taken={
          flush
            ? `${formatTime(flush.chosen.ns)} · ${flush.chosen.line}`
            : w('flushGuess', { time: formatTime(guess) })
        }
        onChange={(value) => onChange({ flush: value })}
      />
      {flush && flush.all.length > 1 && (
        <p className="server-method">
          <label htmlFor={id}>{w('method')}</label>{' '}
          <select
            id={id}
            value={flush.chosen.method}
            onChange={({ target }) => onChange({ method: target.value })}
          >
            {flush.all.map(({ method }) => (
              <option key={method}>{method}</option>
            ))}
          </select>
        </p>
      )}
    </div>
  );
}

function CountField({
  name,
  answers,
  facts,
  onChange,
}: FieldsProps & { name: 'cores' | 'clients' }) {
  const { language } = useTranslation();
  const w = useServerWords();
  const { value, line } = facts[name];
  return (
    <AnswerField
      label={w(name)}
      value={answers[name]}
      where={w(`${name}Where`)}
      isGuess={line === undefined}
      problem={facts.problems[name]}
      taken={formatNumber(value, language)}
      onChange={(typed) => onChange({ [name]: typed })}
    />
  );
}

/** The list of runs that were read, each with its use. */
function LoadedRuns({ runs }: { readonly runs: readonly ListedRun[] }) {
  const { language } = useTranslation();
  const w = useServerWords();
  const said = ({ rate: { tps, clients }, use }: ListedRun) => {
    const rate = formatNumber(tps, language);
    const run =
      clients === undefined
        ? w('rate', { rate })
        : w('loadedRate', { rate, count: formatNumber(clients, language) });
    return w('loadedRun', { run, becomes: w(`runUse.${use}`) });
  };
  return (
    <ul className="mute">
      {runs.map((run, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two runs may be alike, and none moves.
        <li key={n}>{said(run)}</li>
      ))}
      {runs.some(({ rate }) => rate.commits === undefined) && <li>{w('unsaid')}</li>}
    </ul>
  );
}

/** The field for the disk's speed while several clients are at work. */
function LoadedField({ answers, facts, onChange }: FieldsProps) {
  const { language } = useTranslation();
  const w = useServerWords();
  const said = useRounds();
  const { loaded, loadedRuns } = facts;
  const taken = () => {
    if (!loaded) return w('loadedGuess');
    const count = formatNumber(loaded.clients, language);
    return 'ns' in loaded
      ? w('loadedFlush', { time: formatTime(loaded.ns), count })
      : said(loaded, w('loadedRate', { rate: formatNumber(loaded.tps, language), count }));
  };
  return (
    <div>
      <AnswerField
        label={w('loaded')}
        value={answers.loaded}
        where={w('loadedWhere')}
        command={LOADED_COMMAND}
        rows={2}
        isGuess={!loaded}
        problem={facts.problems.loaded}
        taken={taken()}
        onChange={(value) => onChange({ loaded: value })}
      />
      {loadedRuns && <LoadedRuns runs={loadedRuns} />}
    </div>
  );
}

/** The settings that change how commits reach the log. */
function SettingsField({ answers, facts, onChange }: FieldsProps) {
  const w = useServerWords();
  const lines = Object.values(facts.settings).map(({ line }) => line);
  return (
    <AnswerField
      label={w('settings')}
      value={answers.settings}
      where={w('settingsWhere')}
      command={SETTINGS_COMMAND}
      rows={2}
      isGuess={lines.length === 0}
      problem={facts.problems.settings}
      taken={lines.length === 0 ? w('settingsGuess') : lines.join(' · ')}
      onChange={(value) => onChange({ settings: value })}
    />
  );
}

/** The field for how much the work reads, which no log tells. */
function ReadsField({ answers, facts, onChange }: FieldsProps) {
  const { language } = useTranslation();
  const w = useServerWords();
  const { value, line } = facts.reads;
  return (
    <AnswerField
      label={w('reads')}
      value={answers.reads}
      where={w('readsWhere')}
      command={READS_COMMAND}
      isGuess={line === undefined}
      problem={facts.problems.reads}
      taken={formatNumber(value, language)}
      onChange={(reads) => onChange({ reads })}
    />
  );
}

/** The questions, open until they are answered. */
function Questions({ answers, facts, onChange }: FieldsProps) {
  const fields = { answers, facts, onChange };
  return (
    <div className="server-fields">
      <FlushField {...fields} />
      <div className="server-counts">
        <CountField name="cores" {...fields} />
        <CountField name="clients" {...fields} />
      </div>
      <RateFields {...fields} />
      <LoadedField {...fields} />
      <SettingsField {...fields} />
      <ReadsField {...fields} />
    </div>
  );
}

/** The reader's answers about the server that wrote the log, and the prices that they set. */
export default function ServerPanel({ log }: { readonly log: WorkloadLog }) {
  const w = useServerWords();
  const id = useId();
  const store = useLabStore();
  const used = useLab((state) => state.server);
  const { file } = useOpen();
  const [answers, setAnswers] = useState(used);
  // An open form stays open while it is being filled in.
  const [asks] = useState(!isAnswered(used));
  const facts = useMemo(() => serverFacts(answers, log.summary), [answers, log]);
  const changed = JSON.stringify(answers) !== JSON.stringify(used);
  const serve = (next: ServerAnswers) => {
    setAnswers(next);
    void store.getState().serve({ server: next, all: false }).then(toAnswer);
  };
  // Typed answers make the machine the reader's once they are used.
  const whose = machineIs(useMemo(() => serverFacts(used, log.summary), [used, log]));
  return (
    <section className="server" aria-labelledby={id} data-log="">
      <header>
        <h3 id={id}>{w('title')}</h3>
        <p className={`server-whose ${whose}`}>{w(`whose.${whose}`)}</p>
      </header>
      {asks && (
        <p>
          {w('why')} <span className="mute">{w('private')}</span>
        </p>
      )}
      <details open={asks}>
        <summary>{w('answers')}</summary>
        <Questions
          answers={answers}
          facts={facts}
          onChange={(patch) => setAnswers({ ...answers, ...patch })}
        />
        <p className="log-tools">
          <button
            type="button"
            className="primary"
            disabled={!changed}
            onClick={() => serve(answers)}
          >
            {w('use')}
          </button>
          {isAnswered(answers) && (
            <button type="button" className="link-button" onClick={() => serve(NO_ANSWERS)}>
              {w('forget')}
            </button>
          )}
          <span role="status" className="mute">
            {changed && w('unapplied')}
          </span>
        </p>
      </details>
      <details open={asks && isAnswered(answers)}>
        <summary>{w('sets')}</summary>
        <ServerPricesTable
          prices={changed ? serverPrices(facts) : pricesOf(facts, file.machine.overrides ?? {})}
        />
      </details>
    </section>
  );
}
