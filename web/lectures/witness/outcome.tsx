import { useMemo } from 'react';
import type { Verdict } from '../../engine/protocol';
import type { Account } from '../../model/questions/account';
import { valueText } from '../../model/trace/program';
import { sentenceContext, sentenceOf } from '../../model/trace/sentence';
import { kindTable, transactionName } from '../../model/trace/trace';
import { txnClass } from '../../stage/shapes/marks';
import { useStage } from '../../store/stage/stage_context';
import { useTranslation } from '../../ui/i18n';
import { useWitnessWords } from '../words/use_witness_words';
import '../../ui/i18n/later_words';

interface Subject {
  readonly txn?: number;
  readonly record?: string;
}

/** The most records of a transaction that are named. */
const MOST_RECORDS = 3;

/** The records that a question is about: its own, or those that its transaction changed. */
function useRecords({ run }: Account, { txn, record }: Subject): readonly string[] {
  const description = useStage((state) => state.description);
  return useMemo(() => {
    if (record !== undefined) return [record];
    if (!description || txn === undefined) return [];
    const context = sentenceContext(run.trace, run.info, description);
    const { events, names, length } = run.trace;
    const write = kindTable(names, ['write', 'store', 'nt-store']);
    const found = new Set<string>();
    for (let i = 0; i < length && found.size < MOST_RECORDS; i++) {
      if (events.txn[i] !== txn || write[events.kind[i] ?? 0] !== 1) continue;
      const named = sentenceOf(context, i).params.record;
      if (typeof named === 'string') found.add(named);
    }
    return [...found];
  }, [run, description, txn, record]);
}

/** Returns sentences about the outcome for a question's transaction and records. */
export function useOutcome(account: Account, subject: Subject) {
  const { t } = useTranslation();
  const w = useWitnessWords();
  const records = useRecords(account, subject);
  const { info } = account.run;
  const tx = transactionName(info, subject.txn);
  return (verdict: Verdict): string[] => {
    const txn = verdict.transactions.find(({ id }) => id === subject.txn);
    const values = verdict.records.filter(({ name }) => records.includes(name));
    const value = (each: number | null) =>
      each === null ? t('outlook.absent') : valueText(info, each);
    return [
      ...(txn ? [w(txn.survived ? 'so.survives' : 'so.lost', { tx })] : []),
      ...values.map((each) => w('so.is', { record: each.name, value: value(each.value) })),
    ];
  };
}

/**
 * The outcome as the last line of a recovery, with the oracle's verdict where a promise is broken.
 */
export function Outcome({ account, subject }: { account: Account; subject: Subject }) {
  const { t } = useTranslation();
  const w = useWitnessWords();
  const outcome = useOutcome(account, subject);
  const { verdict } = account;
  if (!verdict) return <span className="warn">{w('recovery.noEnd')}</span>;
  return (
    <>
      <strong className={`outcome ${txnClass(subject.txn ?? 0)}`}>
        {outcome(verdict).join(' ')}
      </strong>
      {verdict.verdict !== 'consistent' && (
        <span className="warn">{w('so.broken', { verdict: t(`verdict.${verdict.verdict}`) })}</span>
      )}
    </>
  );
}
