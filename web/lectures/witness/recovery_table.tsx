import { useMemo } from 'react';
import { labelsOf } from '../../model/frame/item_labels';
import { type Account, type RecoveryRow, recoveryRows } from '../../model/questions/account';
import { recordWords } from '../../model/questions/choices';
import { kindOf } from '../../model/trace/trace';
import { txnClass } from '../../stage/shapes/marks';
import { useOnStage, useStage } from '../../store/stage/stage_context';
import { useItemOf, useSentenceOf } from '../../ui/sentence/use_sentence';
import { useText } from '../../ui/use_text';
import { useQuestionWords } from '../words/use_question_words';
import { useWitnessWords } from '../words/use_witness_words';
import { Outcome } from './outcome';

/** The table of a witness's recovery, pass by pass: what it read and did, and the outcome. */
export function RecoveryTable({
  account,
  subject,
}: {
  account: Account;
  subject: { readonly txn?: number; readonly record?: string };
}) {
  const w = useWitnessWords();
  const { run, recovery } = account;
  const rows = useMemo(() => recoveryRows(run.trace, recovery), [run, recovery]);
  const words = useRowText(account);
  return (
    <section className="witness-recovery">
      <h3>{w('recovery.title')}</h3>
      <table className="passes">
        <thead className="visually-hidden">
          <tr>
            <th scope="col">{w('recovery.pass')}</th>
            <th scope="col">{w('recovery.did')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const txn = row.kind === 'event' ? (run.trace.events.txn[row.position - 1] ?? 0) : 0;
            const first = rows[index - 1]?.pass !== row.pass;
            return (
              // The rows never change their places: the account is made once.
              <tr key={`${row.pass}/${row.kind}/${placeOf(row)}`} className={txnClass(txn)}>
                <th scope="row" className={first ? undefined : 'again'}>
                  {w(`recovery.${row.pass}`)}
                </th>
                <td>
                  {words(row)}
                  <ChangeOf account={account} row={row} />
                </td>
              </tr>
            );
          })}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{w('so.title')}</th>
            <td>
              <Outcome account={account} subject={subject} />
            </td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}

/** The change of a record that is redone or undone, where the stage shows it. */
function ChangeOf({ account: { run, after }, row }: { account: Account; row: RecoveryRow }) {
  if (row.kind !== 'event') return null;
  const { events, names } = run.trace;
  const index = row.position - 1;
  const kind = kindOf(run.trace, index);
  // A record that was skipped, or only checked, changes nothing.
  if (kind !== 'redo' && kind !== 'undo') return null;
  const structure = names.structures[(events.structure[index] ?? 0) - 1]?.id ?? '';
  const change = recordWords(after, structure, events.key[index] ?? 0, '');
  if (change.record === undefined) return null;
  return (
    <span className="mono txn-text change">
      {change.record} := {kind === 'undo' ? change.before : change.after}
    </span>
  );
}

function placeOf(row: RecoveryRow): number {
  if (row.kind === 'event') return row.position;
  return row.kind === 'reads' || row.kind === 'holds' ? (row.positions[0] ?? 0) : 0;
}

function useRowText({ run }: Account): (row: RecoveryRow) => string {
  const w = useWitnessWords();
  const q = useQuestionWords();
  const text = useText();
  const description = useStage((state) => state.description);
  const structures = useOnStage(({ session }) => session.scheme.structures);
  const sentence = useSentenceOf(run, description);
  const item = useItemOf(run, description);
  const labels = labelsOf(run.parts);
  return (row) => {
    switch (row.kind) {
      case 'reads':
        return w('recovery.reads', {
          what: [...new Set(row.positions.map(item))].join(q('comma')),
        });
      case 'holds': {
        const [first = 0] = row.positions;
        const last = row.positions.at(-1) ?? first;
        if (row.positions.length === 1) return w('recovery.holds', { what: item(first) });
        const { structure, key } = run.trace.events;
        const infoOf = (at: number) => structures?.[(structure[at - 1] ?? 0) - 1];
        const nameOf = (at: number) =>
          text(labels.find(infoOf(at)?.id ?? '', key[at - 1] ?? 0).label) ||
          String(key[at - 1] ?? 0);
        const title = infoOf(first)?.title;
        return w('recovery.holdsAll', {
          what: title ? text(title) : item(first),
          count: row.positions.length,
          first: nameOf(first),
          last: nameOf(last),
        });
      }
      case 'event':
        return sentence(row.position);
      case 'more':
        return w('recovery.more', { count: row.count });
      case 'nothing':
        return w('recovery.nothing');
    }
  };
}
