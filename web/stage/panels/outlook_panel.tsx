import { useState } from 'react';
import type {
  Outlook,
  PromiseId,
  SessionInfo,
  Survive,
  TransactionOutlook,
} from '../../engine/protocol';
import { valueText } from '../../model/trace/program';
import { transactionName } from '../../model/trace/trace';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { txnClass } from '../shapes/marks';
import '../../ui/i18n/later_words';

interface OutlookPanelProps {
  readonly info: SessionInfo;
  readonly outlook: Outlook | undefined;
  /** The name of the event that the outlook belongs to, where it is not the playhead's. */
  readonly staleSince: string | undefined;
  /** True while a prediction question is open: its answer must not be shown beside it. */
  readonly hidden: boolean;
  readonly recovering: boolean;
  readonly onOpenImage: (survive: Survive) => void;
}

/** The most records that a card names. */
const MOST_ROLLED_BACK = 4;

function rollbackText(txn: TransactionOutlook, value: (each: number | null) => string): string {
  return txn.rolledBackTo
    .slice(0, MOST_ROLLED_BACK)
    .map(({ record, value: each }) => `${record}\u00a0→\u00a0${value(each)}`)
    .join(', ');
}

interface FateCardProps {
  readonly txn: TransactionOutlook;
  readonly name: string;
  /** The promise with the open session's parameters. */
  readonly promise: PromiseId;
  readonly value: (each: number | null) => string;
}

function FateCard({ txn, name, promise, value }: FateCardProps) {
  const { t } = useTranslation();
  const lost = txn.reason === 'acknowledged-but-lost';
  const broken = (lost && promise === 'durable') || txn.reason === 'partly-visible';
  const rollback = rollbackText(txn, value);
  const others = Math.max(0, txn.rolledBackTo.length - MOST_ROLLED_BACK);
  return (
    <li className={`fate-card ${txn.fate} ${txnClass(txn.id)}${broken ? ' broken' : ''}`}>
      <div className="fate-line">
        <span className={`fate-sign ${txn.fate}`} aria-hidden="true" />
        <span>{t(`outlook.${txn.fate}`)}</span>
        <span className="txn-text fate-name">{name}</span>
      </div>
      <p className="fate-why">
        {t(`reason.${txn.reason}`)}
        {rollback !== '' && <span className="rollback"> · {rollback}</span>}
        {others > 0 && `, ${t('tiers.more', { count: others })}`}
      </p>
      {lost && promise !== 'durable' && <p className="allowed">{t(`allowed.${promise}`)}</p>}
    </li>
  );
}

function ImageList({
  outlook,
  value,
  onOpenImage,
}: {
  outlook: Outlook;
  value: (each: number | null) => string;
  onOpenImage: (survive: Survive) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className="image-list">
      <ul>
        {outlook.verdicts.map((image) => (
          <li key={image.verdict} className={image.verdict === 'consistent' ? 'good' : 'bad'}>
            <span>
              {t('outlook.images', { runs: image.runs, verdict: t(`verdict.${image.verdict}`) })}
            </span>
            <button
              type="button"
              className="link-button"
              onClick={() => onOpenImage(image.example)}
            >
              {t('outlook.openImage')}
            </button>
          </li>
        ))}
      </ul>
      <h3 className="heading">{t('outlook.records')}</h3>
      <ul className="mono record-values">
        {outlook.records.map((record) => (
          <li key={record.name}>
            {record.name} = {record.values.map(value).join(' | ')}
          </li>
        ))}
      </ul>
    </div>
  );
}

function imagesSentence(outlook: Outlook): 'exact' | 'mixed' {
  return outlook.transactions.some((txn) => txn.fate === 'sometimes') || outlook.verdicts.length > 1
    ? 'mixed'
    : 'exact';
}

/** *If power failed now*: who would survive, over the legal crash images, by really crashing. */
export function OutlookPanel(props: OutlookPanelProps) {
  const { info, outlook, staleSince, hidden, recovering, onOpenImage } = props;
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const broken = outlook?.verdicts.find((image) => image.verdict !== 'consistent');
  const shown = outlook?.transactions.filter((txn) => txn.reason !== 'not-begun') ?? [];
  const value = (each: number | null) =>
    each === null ? t('outlook.absent') : valueText(info, each);
  const name = (id: number) => transactionName(info, id);
  return (
    <section
      className="panel outlook"
      aria-labelledby="outlook-title"
      aria-busy={staleSince !== undefined}
    >
      <h2 id="outlook-title" className="heading">
        {t(recovering ? 'outlook.recovering' : 'outlook.title')}
      </h2>
      {hidden && <p className="mute">{t('outlook.hidden')}</p>}
      {!hidden && !outlook && <p className="mute">{t('outlook.computing')}</p>}
      {!hidden && outlook && (
        <div className={staleSince === undefined ? undefined : 'stale'}>
          {staleSince !== undefined && (
            <p className="stale-note">{t('outlook.stale', { event: staleSince })}</p>
          )}
          {shown.length === 0 && <p className="mute">{t('outlook.none')}</p>}
          <ul className="fate-cards">
            {shown.map((txn) => (
              <FateCard
                key={txn.id}
                txn={txn}
                name={name(txn.id)}
                promise={info.promise}
                value={value}
              />
            ))}
          </ul>
          {broken && (
            <p className="warn">
              {t('outlook.broken', { verdict: t(`verdict.${broken.verdict}`) })}
            </p>
          )}
          <p className="images-line mute">
            <ImagesSentence outlook={outlook} />{' '}
            <button
              type="button"
              className="link-button"
              aria-expanded={open}
              onClick={() => setOpen(!open)}
            >
              {t(open ? 'outlook.hide' : 'outlook.show')}
            </button>
          </p>
          {open && <ImageList outlook={outlook} value={value} onOpenImage={onOpenImage} />}
        </div>
      )}
    </section>
  );
}

function ImagesSentence({ outlook }: { outlook: Outlook }) {
  const { t } = useTranslation();
  const text = useText();
  const runs = t('outlook.runs', { count: outlook.runs });
  // The number is a text: it can be far beyond the largest number.
  const count = outlook.images;
  if (!outlook.exact) {
    return t('outlook.sampled', {
      runs,
      count,
      policy: outlook.policy ? text(outlook.policy) : '',
    });
  }
  return t(`outlook.${imagesSentence(outlook)}`, { count, runs });
}
