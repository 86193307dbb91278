import { frameAt } from '../model/race_series';
import { formatNumber } from '../ui/amount';
import { useTranslation } from '../ui/i18n';
import { useOpenRace, usePlayhead } from './race_context';
import { RacerName, useRacerNames } from './racer_name';

/** Cells of a row. */
const ROW = 64;

/** Writes to each part of every racer's NVM: stronger is more, on one logarithmic scale for all. */
export function WearPanel() {
  const { t, language } = useTranslation();
  const race = useOpenRace();
  const at = usePlayhead();
  const names = useRacerNames(race.setup);
  const frames = race.runs.map((run) => run && frameAt(run.series, at));
  // The scale of the whole race, so that cells only grow stronger.
  const most = Math.max(
    1,
    ...race.runs.flatMap((run) => Math.max(0, ...(run?.series.frames.at(-1)?.wear ?? []))),
  );
  return (
    <section className="race-panel" aria-labelledby="race-wear">
      <h3 id="race-wear">{t('race.wearTitle')}</h3>
      <p className="mute">{t('race.wearHelp', { most: formatNumber(most, language) })}</p>
      <ol className="race-wear">
        {frames.map((frame, n) => {
          const worst = Math.max(0, ...(frame?.wearMax ?? []));
          const writes = frame?.wear.reduce((sum, each) => sum + each, 0) ?? 0;
          const name = names[n] ?? '';
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a racer is known by its place.
            <li key={n}>
              <p>
                <RacerName racer={n} name={name} />{' '}
                <span className="mute">
                  {t('race.wearNumbers', {
                    writes: formatNumber(writes, language),
                    worst: formatNumber(worst, language),
                  })}
                </span>
              </p>
              {frame && frame.wear.length > 0 && (
                <WearMap wear={frame.wear} most={most} label={t('race.wearOf', { name })} />
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

interface WearMapProps {
  readonly wear: readonly number[];
  readonly most: number;
  readonly label: string;
}

/** From the lowest address, row by row. */
function WearMap({ wear, most, label }: WearMapProps) {
  const rows = Math.ceil(wear.length / ROW);
  return (
    <svg
      className="race-wear-map"
      viewBox={`0 0 ${ROW} ${rows}`}
      style={{ aspectRatio: `${ROW} / ${rows}` }}
      role="img"
      aria-label={label}
      preserveAspectRatio="none"
    >
      {wear.map((writes, n) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its address.
          key={n}
          x={n % ROW}
          y={Math.floor(n / ROW)}
          width={0.94}
          height={0.9}
          fillOpacity={writes === 0 ? 0.06 : 0.2 + (0.8 * Math.log1p(writes)) / Math.log1p(most)}
        >
          <title>{writes}</title>
        </rect>
      ))}
    </svg>
  );
}
