import type { SessionInfo, Verdict } from '../../engine/protocol';
import { formatTime } from '../../ui/format_time';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { txnClass } from '../shapes/marks';

interface VerdictPanelProps {
  readonly info: SessionInfo;
  readonly verdict: Verdict;
  /** Recovery has not ended at the playhead. */
  readonly pending: boolean;
  readonly onGoToEnd: () => void;
}

/** What a good verdict means under this promise, and who is gone although the client was told. */
function Allowance({ info, verdict }: Pick<VerdictPanelProps, 'info' | 'verdict'>) {
  const { t } = useTranslation();
  const { promise } = info;
  if (promise === 'durable') return <p className="mute">{t('verdict.consistentLong')}</p>;
  const gone = verdict.transactions.filter((txn) => txn.acknowledged && !txn.survived);
  const names = gone.map(({ id }) => info.transactions.find((txn) => txn.id === id)?.name ?? '');
  if (names.length === 0) return <p className="mute">{t('verdict.consistentPrefix')}</p>;
  return (
    <p className="allowed">
      {t('allowed.gone', { txns: names.join(', ') })} {t(`allowed.${promise}`)}
    </p>
  );
}

/** What the oracle says of a finished recovery. */
export function VerdictPanel({ info, verdict, pending, onGoToEnd }: VerdictPanelProps) {
  const { t } = useTranslation();
  const text = useText();
  const good = verdict.verdict === 'consistent';
  const value = (each: number | null) => (each === null ? t('outlook.absent') : String(each));
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
            <span className="txn-text">
              {info.transactions.find((each) => each.id === txn.id)?.name}
            </span>{' '}
            {t(txn.survived ? 'verdict.survived' : 'verdict.rolledBack')}
            <span className="mute">
              {' '}
              · {t(txn.acknowledged ? 'verdict.acknowledged' : 'verdict.notAcknowledged')}
            </span>
          </li>
        ))}
      </ul>
      <h3 className="visually-hidden">{t('verdict.records')}</h3>
      <ul className="mono verdict-records">
        {verdict.records.map((record) => (
          <li
            key={record.name}
            className={good || record.expected.includes(record.value) ? undefined : 'warn'}
          >
            {record.name} = {value(record.value)}
            {!good && !record.expected.includes(record.value) && (
              <span>
                {' '}
                · {t('verdict.expected', { values: record.expected.map(value).join(' | ') })}
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="mute">
        {t('verdict.times', {
          analysis: formatTime(verdict.recovery.analysisNs),
          redo: formatTime(verdict.recovery.redoNs),
          undo: formatTime(verdict.recovery.undoNs),
        })}
      </p>
    </section>
  );
}
