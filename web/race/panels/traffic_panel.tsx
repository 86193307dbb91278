import { seriesStyle } from '../../chart/series_style';
import { valueAt } from '../../model/experiment/race_series';
import { formatBytes } from '../../ui/format/format_bytes';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { WideTable } from '../../ui/wide_table';
import { useOpenRace, usePlayhead, useRace } from '../race_context';
import { RacerName, useRacerNames } from '../racer_name';

const COLUMNS = [
  'nvm.bytes_written',
  'log.bytes',
  'disk.bytes_read',
  'disk.bytes_written',
  'log_disk.bytes_written',
] as const;

/** The traffic of the devices up to the playhead, in total and for each commit. */
export function TrafficPanel() {
  const { t } = useTranslation();
  const text = useText();
  const metrics = useRace((state) => state.description.metrics);
  const race = useOpenRace();
  const at = usePlayhead();
  const names = useRacerNames(race.setup);
  const rows = race.runs.map((run) =>
    COLUMNS.map((name) => (run ? valueAt(run.series, name, at) : 0)),
  );
  const commits = race.runs.map((run) => (run ? valueAt(run.series, 'commits', at) : 0));
  const most = COLUMNS.map((_, n) => Math.max(1, ...rows.map((row) => row[n] ?? 0)));
  return (
    <section className="race-panel" aria-labelledby="race-traffic">
      <h3 id="race-traffic">{t('race.trafficTitle')}</h3>
      <WideTable of="race-traffic">
        <thead>
          <tr>
            <th scope="col">{t('race.racerHead')}</th>
            {COLUMNS.map((name) => {
              const title = metrics.find(({ id }) => id === name)?.title;
              return (
                <th scope="col" key={name}>
                  {title ? text(title) : name}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a racer is known by its place.
            <tr key={n}>
              <th scope="row">
                <RacerName racer={n} name={names[n] ?? ''} />
              </th>
              {row.map((bytes, k) => (
                <td key={COLUMNS[k]} className={seriesStyle(n, 1).className}>
                  {formatBytes(Math.round(bytes))}
                  <span className="race-bar" aria-hidden="true">
                    <span style={{ width: `${(100 * bytes) / (most[k] ?? 1)}%` }} />
                  </span>
                  <small className="mute">
                    {(commits[n] ?? 0) >= 1
                      ? t('race.aCommit', {
                          bytes: formatBytes(Math.round(bytes / (commits[n] ?? 1))),
                        })
                      : ''}
                  </small>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </WideTable>
    </section>
  );
}
