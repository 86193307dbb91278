import { Suspense } from 'react';
import type { CounterId, Frame } from '../../engine/protocol';
import { formatExactTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { BanksCounters } from '../banks/late';
import '../../ui/i18n/later_words';

const ORDER: readonly CounterId[] = [
  'logRecords',
  'nvmStores',
  'nvmWriteBacks',
  'nvmFences',
  'nvmEvictions',
  'nvmLinesWritten',
  'diskReads',
  'diskWrites',
];

/** The costs of the run up to the playhead. */
export function CountersPanel({ frame }: { frame: Frame | undefined }) {
  const { t } = useTranslation();
  return (
    <section className="panel counters" aria-labelledby="counters-title">
      <h2 id="counters-title" className="heading">
        {t('counters.title')}
      </h2>
      <dl className="mono">
        <dt>{t('counters.time')}</dt>
        <dd>{frame ? formatExactTime(frame.time) : '–'}</dd>
        {ORDER.map((id) => (
          <div key={id} className="pair">
            <dt>{t(`counters.${id}`)}</dt>
            <dd>{frame?.counters[id] ?? '–'}</dd>
          </div>
        ))}
        {frame?.banks && (
          <Suspense>
            <BanksCounters queues={frame.banks} />
          </Suspense>
        )}
      </dl>
    </section>
  );
}
