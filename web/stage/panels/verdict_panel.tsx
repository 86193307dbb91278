import { useState } from 'react';
import type { SessionInfo, Verdict } from '../../engine/protocol';
import { RECOVERY_PASSES } from '../../engine/protocol/recovery_passes';
import { valueText } from '../../model/trace/program';
import { transactionName } from '../../model/trace/trace';
import { formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { useRecoveryWords } from '../../ui/i18n/words/use_recovery_words';
import { useText } from '../../ui/use_text';
import { txnClass } from '../shapes/marks';
import '../../ui/i18n/later_words';

interface VerdictPanelProps {
  readonly info: SessionInfo;
  readonly verdict: Verdict;
  /** True while recovery has not ended at the playhead. */
  readonly pending: boolean;
  readonly onGoToEnd: () => void;
}

/**
 * The meaning of a good verdict under this promise, and the transactions that are gone although
 * their clients got an answer.
 */
function Allowance({ info, verdict }: Pick<VerdictPanelProps, 'info' | 'verdict'>) {
  const { t } = useTranslation();
  const { promise } = info;
  if (promise === 'durable') return <p className="mute">{t('verdict.consistentLong')}</p>;
  const gone = verdict.transactions.filter((txn) => txn.acknowledged && !txn.survived);
  const names = gone.map(({ id }) => transactionName(info, id));
  if (names.length === 0) return <p className="mute">{t('verdict.consistentPrefix')}</p>;
  return (
    <p className="allowed">
      {t('allowed.gone', { txns: names.join(', ') })} {t(`allowed.${promise}`)}
    </p>
  );
}

/** The most records that are listed at once; those with a wrong value come first. */
const MOST_RECORDS = 12;

function RecordList({
  records,
  value,
}: {
  records: Verdict['records'];
  value: (each: number | null) => string;
}) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const isRight = (record: Verdict['records'][number]) => record.expected.includes(record.value);
  const few = records.length <= MOST_RECORDS + 2;
  const sorted = few
    ? records
    : [...records].sort((a, b) => Number(isRight(a)) - Number(isRight(b)));
  const shown = few || all ? sorted : sorted.slice(0, MOST_RECORDS);
  return (
    <>
      <ul className="mono verdict-records">
        {shown.map((record) => (
          <li key={record.name} className={isRight(record) ? undefined : 'warn'}>
            {record.name} = {value(record.value)}
            {!isRight(record) && (
              <span>
                {' '}
                · {t('verdict.expected', { values: record.expected.map(value).join(' | ') })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {!few && (
        <button type="button" className="link-button" onClick={() => setAll(!all)}>
          {all ? t('outlook.hide') : t('tiers.more', { count: records.length - MOST_RECORDS })}
        </button>
      )}
    </>
  );
}

/** The duration of each pass of recovery; those that took no time are left out. */
function Passes({ recovery }: Pick<Verdict, 'recovery'>) {
  const w = useRecoveryWords();
  const taken = RECOVERY_PASSES.filter((pass) => recovery[`${pass}Ns`] > 0);
  const times = taken.map((pass) => `${w(`pass.${pass}`)} ${formatTime(recovery[`${pass}Ns`])}`);
  return <p className="mute">{times.join(' · ')}</p>;
}

/** The results of the workload's conditions, and of the check of the structures' bytes. */
function Checked({ verdict: { conditions, structures } }: { verdict: Verdict }) {
  const { t } = useTranslation();
  const text = useText();
  return (
    <>
      {conditions && (
        <p className={conditions.hold ? 'mute' : 'warn'}>
          {conditions.hold
            ? t('verdict.conditionsHold', { what: text(conditions.what) })
            : t('verdict.conditionBroken', { what: text(conditions.broken ?? conditions.what) })}
        </p>
      )}
      {structures && (
        <p className={structures.hold ? 'mute' : 'warn'}>
          {structures.hold
            ? t('verdict.structuresHold', {
                counted: structures.counted
                  .map(({ what, number }) => `${text(what)} ${number}`)
                  .join(', '),
              })
            : t('verdict.structureBroken', {
                what: text(structures.broken ?? { en: '', zh: '' }),
              })}
        </p>
      )}
    </>
  );
}

/** The oracle's verdict on a finished recovery. */
export function VerdictPanel({ info, verdict, pending, onGoToEnd }: VerdictPanelProps) {
  const { t } = useTranslation();
  const text = useText();
  const good = verdict.verdict === 'consistent';
  const value = (each: number | null) =>
    each === null ? t('outlook.absent') : valueText(info, each);
  if (pending) {
    return (
      <section className="panel verdict" aria-labelledby="verdict-title">
        <h2 id="verdict-title" className="heading">
          {t('verdict.title')}
        </h2>
        <p className="mute">
          {t('verdict.pending')}{' '}
          <button type="button" className="link-button" onClick={onGoToEnd}>
            {t('verdict.goToEnd')}
          </button>
        </p>
      </section>
    );
  }
  return (
    <section className={`panel verdict ${good ? 'good' : 'bad'}`} aria-labelledby="verdict-title">
      <h2 id="verdict-title" className="heading">
        {t('verdict.title')}
      </h2>
      <p className="verdict-line" role="status">
        <span className={`verdict-sign ${good ? 'good' : 'bad'}`} aria-hidden="true" />
        <strong>{t(`verdict.${verdict.verdict}`)}</strong>
      </p>
      {good && <Allowance info={info} verdict={verdict} />}
      <Checked verdict={verdict} />
      <ul className="findings">
        {verdict.findings.map((finding) => (
          <li
            key={`${finding.verdict}/${finding.txn}/${finding.record}`}
            className={txnClass(finding.txn)}
          >
            {text(finding.text)}
          </li>
        ))}
      </ul>
      <ul className="verdict-txns">
        {verdict.transactions.map((txn) => (
          <li key={txn.id} className={txnClass(txn.id)}>
            <span className="txn-text">{transactionName(info, txn.id)}</span>{' '}
            {t(txn.survived ? 'verdict.survived' : 'verdict.rolledBack')}
            <span className="mute">
              {' '}
              · {t(txn.acknowledged ? 'verdict.acknowledged' : 'verdict.notAcknowledged')}
            </span>
          </li>
        ))}
      </ul>
      <h3 className="visually-hidden">{t('verdict.records')}</h3>
      <RecordList records={verdict.records} value={value} />
      <Passes recovery={verdict.recovery} />
    </section>
  );
}
