import type { Frame, SessionInfo, StatementInfo, ThreadState } from '../../engine/protocol';
import { programOf } from '../../model/trace/program';
import { transactionName } from '../../model/trace/trace';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { txnClass } from '../shapes/marks';
import '../../ui/i18n/later_words';

interface ScriptPanelProps {
  readonly info: SessionInfo;
  readonly frame: Frame | undefined;
  readonly onEdit: () => void;
  /**
   * The transactions that have begun, each of which is shown with its whole script; undefined shows
   * all.
   */
  readonly begun?: ReadonlySet<number> | undefined;
}

/**
 * The colour of a column: that of the transaction whose statement runs, else of the thread's first.
 */
function columnTxn(statements: readonly StatementInfo[], state: ThreadState | undefined): number {
  const running = state && statements[state.statement]?.txn;
  return running || (statements.find((each) => each.txn !== 0)?.txn ?? 0);
}

/**
 * The statements of a thread up to the end of the last transaction that has begun, or to the one
 * that runs.
 */
function shownOf(
  statements: readonly StatementInfo[],
  state: ThreadState | undefined,
  begun: ReadonlySet<number> | undefined,
): readonly StatementInfo[] {
  if (!begun) return statements;
  const last = statements.findLastIndex(({ txn }) => begun.has(txn));
  const running = state && state.state !== 'idle' ? state.statement : -1;
  return statements.slice(0, Math.max(last, running) + 1);
}

function WaitNote({ state, info }: { state: ThreadState; info: SessionInfo }) {
  const { t } = useTranslation();
  const { waitsFor } = state;
  if (!waitsFor) return null;
  const what = t(`wait.${waitsFor.what}`, { name: waitsFor.name });
  return (
    <span className="wait" title={t('script.waitsFor', { what })}>
      {t('script.waits', { what: transactionName(info, waitsFor.txn) || what })}
    </span>
  );
}

interface ColumnProps {
  readonly title: string;
  /** The heading over the lines; scripts have their own. */
  readonly heading?: string;
  readonly statements: readonly StatementInfo[];
  readonly state: ThreadState | undefined;
  readonly info: SessionInfo;
}

function Column({ title, heading, statements, state, info }: ColumnProps) {
  const { t } = useTranslation();
  const done = state?.state === 'done';
  const at = state && state.state !== 'idle' ? state.statement : -1;
  return (
    <section
      className={`script-column ${txnClass(columnTxn(statements, state))}`}
      aria-label={title}
    >
      <h3 className={heading === undefined ? 'visually-hidden' : 'txn-text'}>{heading ?? title}</h3>
      <ol>
        {statements.map((statement, index) => {
          const current = !done && index === at;
          const past = done || index < at;
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
              key={index}
              className={`${txnClass(statement.txn)}${current ? ' running' : past ? ' past' : ''}`}
              aria-current={current ? 'step' : undefined}
            >
              <code>{statement.text}</code>
              {past && <span className="visually-hidden"> {t('script.done')}</span>}
              {current && state?.state === 'waiting' && <WaitNote state={state} info={info} />}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/** The running program of a workload's client: that of its transaction's kind. */
function ClientColumn({ number, state, info }: ClientColumnProps) {
  const { t } = useTranslation();
  const text = useText();
  const txn = state?.txn ?? 0;
  const program = programOf(info, txn);
  const title = t('script.client', { number });
  const name = transactionName(info, txn);
  const what = program && name ? `${name} · ${text(program.title)}` : t('script.none');
  return (
    <Column
      title={title}
      heading={`${title} · ${what}`}
      statements={(program?.lines ?? []).map((line) => ({ text: text(line), txn }))}
      state={state}
      info={info}
    />
  );
}

interface ClientColumnProps {
  readonly number: number;
  readonly state: ThreadState | undefined;
  readonly info: SessionInfo;
}

/** The script, one column for each simulated thread, with the running statements and the waits. */
export function ScriptPanel({ info, frame, onEdit, begun }: ScriptPanelProps) {
  const { t } = useTranslation();
  return (
    <section className="panel script" aria-labelledby="script-title">
      <div className="panel-head">
        <h2 id="script-title" className="heading">
          {t(info.programs ? 'script.programs' : 'script.title')}
        </h2>
        <button type="button" className="quiet link-button" onClick={onEdit}>
          {t('script.edit')}
        </button>
      </div>
      <div className={`script-columns${info.programs ? ' of-clients' : ''}`}>
        {info.programs &&
          info.actors
            .filter(({ kind }) => kind === 'client')
            .map(({ id, thread = 0 }) => (
              <ClientColumn
                key={id}
                number={thread + 1}
                state={frame?.threads.find(({ actor }) => actor === id)}
                info={info}
              />
            ))}
        {info.statements.map((statements, thread) => {
          const actor = info.actors.find(
            (each) => each.kind === 'client' && each.thread === thread,
          );
          const state = frame?.threads.find((each) => each.actor === actor?.id);
          const title = t('script.thread', { number: thread + 1 });
          return (
            <Column
              key={title}
              title={title}
              statements={shownOf(statements, state, begun)}
              state={state}
              info={info}
            />
          );
        })}
      </div>
      {!info.programs && info.statements.length === 0 && (
        <p className="mute">{t('script.noThreads')}</p>
      )}
    </section>
  );
}
