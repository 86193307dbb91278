import { useId, useMemo } from 'react';
import type { SessionInfo } from '../engine/protocol';
import { programOf } from '../model/trace/program';
import { type Cursor, cursorsAt, scriptHistory } from '../model/trace/script_cursor';
import { transactionName } from '../model/trace/trace';
import { txnClass } from '../stage/shapes/marks';
import { useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';
import { SIDES, useStanding } from './compare_context';
import type { SideIndex } from './store/compare_state';
import '../ui/i18n/later_words';

/** The statements at which a side's threads are, by thread; none after a power cut. */
function useCursors(index: SideIndex): ReadonlyMap<number, Cursor> {
  const standing = useStanding(index);
  const { run, at = 0 } = standing ?? {};
  const history = useMemo(() => run && scriptHistory(run.trace), [run]);
  return useMemo(() => {
    if (!run || !history || at > (run.trace.phases[0]?.end ?? 0)) return new Map();
    const thread = new Map(run.trace.names.actors.map((actor) => [actor.id, actor.thread ?? -1]));
    return new Map(cursorsAt(history, at).map((each) => [thread.get(each.actor) ?? -1, each]));
  }, [run, history, at]);
}

/** The script that both sides run, with the statement at which each of them is. */
export function ScriptBoth() {
  const { t } = useTranslation();
  const id = useId();
  const left = useStanding(0)?.run;
  const right = useStanding(1)?.run;
  const cursors = [useCursors(0), useCursors(1)] as const;
  const info = (left ?? right)?.info;
  if (!info) return null;
  return (
    <section className="script-both" aria-labelledby={id}>
      <h2 id={id} className="heading">
        {t(info.programs ? 'script.programs' : 'script.title')}
      </h2>
      {info.programs && <ClientsBoth infos={[left?.info, right?.info]} cursors={cursors} />}
      <div className="script-columns">
        {info.statements.map((statements, thread) => (
          <ol
            // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
            key={thread}
            className={txnClass(statements.find(({ txn }) => txn !== 0)?.txn ?? 0)}
            aria-label={t('script.thread', { number: thread + 1 })}
          >
            {statements.map((statement, index) => (
              <li
                // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                key={index}
                className={txnClass(statement.txn)}
              >
                {cursors.map((all, side) => (
                  <StatementSign
                    key={SIDES[side as SideIndex]}
                    side={side as SideIndex}
                    cursor={all.get(thread)}
                    statement={index}
                  />
                ))}
                <code>{statement.text}</code>
              </li>
            ))}
          </ol>
        ))}
      </div>
    </section>
  );
}

interface ClientsBothProps {
  readonly infos: readonly (SessionInfo | undefined)[];
  readonly cursors: readonly ReadonlyMap<number, Cursor>[];
}

/** The clients of a workload: the line of its transaction that each of them runs on either side. */
function ClientsBoth({ infos, cursors }: ClientsBothProps) {
  const { t } = useTranslation();
  const text = useText();
  const clients = (infos[0] ?? infos[1])?.actors.filter(({ kind }) => kind === 'client') ?? [];
  const lineOf = (info: SessionInfo | undefined, cursor: Cursor | undefined) => {
    const program = info && cursor && programOf(info, cursor.txn);
    const name = info && cursor && transactionName(info, cursor.txn);
    const line = program?.lines[cursor?.statement ?? -1];
    if (!program || !line || cursor?.state === 'done') return t('script.none');
    return `${name} · ${text(program.title)}: ${text(line)}`;
  };
  return (
    <div className="script-columns">
      {clients.map(({ id, thread = 0 }) => (
        <ol key={id} aria-label={t('script.client', { number: thread + 1 })}>
          {cursors.map((all, side) => {
            const cursor = all.get(thread);
            return (
              <li key={SIDES[side as SideIndex]} className={txnClass(cursor?.txn ?? 0)}>
                <StatementSign
                  side={side as SideIndex}
                  cursor={cursor}
                  statement={cursor?.statement ?? -1}
                />
                <span className="txn-text">{lineOf(infos[side], cursor)}</span>
              </li>
            );
          })}
        </ol>
      ))}
    </div>
  );
}

interface StatementSignProps {
  readonly side: SideIndex;
  readonly cursor: Cursor | undefined;
  readonly statement: number;
}

/** A side's sign beside the statement that it runs; dashed while it waits. */
function StatementSign({ side, cursor, statement }: StatementSignProps) {
  const { t } = useTranslation();
  const running = cursor?.state === 'running' || cursor?.state === 'waiting';
  const here = running && cursor.statement === statement;
  const waits = here && cursor.state === 'waiting';
  return (
    <span className={`side-name ${SIDES[side]}`}>
      <span
        className={`side-sign${here ? '' : ' off'}${waits ? ' waits' : ''}`}
        aria-hidden="true"
      />
      {here && (
        <span className="visually-hidden">
          {t(`compare.sideTab.${SIDES[side]}`)}
          {waits ? ` ${t('timeline.waits')}` : ''}:{' '}
        </span>
      )}
    </span>
  );
}
