import type { PointResult } from '../engine/experiment_protocol';
import { placesOf } from '../model/race_series';
import type { RaceCut } from '../store/race_state';
import { formatNumber } from '../ui/amount';
import { formatTime } from '../ui/format_time';
import { useTranslation } from '../ui/i18n';
import { useText } from '../ui/use_text';
import { useOpenRace, useRace } from './race_context';
import { RacerName, useRacerNames } from './racer_name';

const PASSES = ['analysis', 'redo', 'undo'] as const;

/** Passes of a recovery, and what is beside them. */
function passesOf({ metrics }: PointResult) {
  const total = metrics['recovery.total'] ?? 0;
  const passes = PASSES.map((id) => ({ id, time: metrics[`recovery.${id}`] ?? 0 }));
  const rest = total - passes.reduce((sum, { time }) => sum + time, 0);
  return { total, passes: [...passes, { id: 'rest' as const, time: Math.max(0, rest) }] };
}

/** What a power cut in all at once came to: how long each recovered, and whether the database is right. */
export function CutPanel() {
  const cut = useRace((state) => state.cut);
  return cut ? <Cut cut={cut} /> : null;
}

function Cut({ cut }: { cut: RaceCut }) {
  const { t } = useTranslation();
  const race = useOpenRace();
  const names = useRacerNames(race.setup);
  const recoveries = cut.results.map((result) => result && passesOf(result));
  const longest = Math.max(1, ...recoveries.map((each) => each?.total ?? 0));
  // The shortest is the best; one that did not recover has no place.
  const places = placesOf(
    cut.results.map((result, n) =>
      result?.recovered ? -(recoveries[n]?.total ?? 0) : Number.NEGATIVE_INFINITY,
    ),
  );
  const all = cut.results.every((result) => result);
  return (
    <section className="race-panel race-recoveries" aria-labelledby="race-cut">
      <h3 id="race-cut">{t('race.cutTitle', { time: formatTime(cut.time) })}</h3>
      <p role="status" data-testid="race-cut-status" className="mute">
        {t(all ? 'race.cutDone' : cut.running ? 'race.cutRunning' : 'race.cutStopped')}
      </p>
      <ul className="race-legend">
        {[...PASSES, 'rest' as const].map((id) => (
          <li key={id} className={`race-pass ${id}`}>
            <span className="swatch" aria-hidden="true" /> {t(`race.pass.${id}`)}
          </li>
        ))}
      </ul>
      <ol>
        {cut.results.map((result, n) => {
          const recovery = recoveries[n];
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a racer is known by its place.
            <li key={n}>
              <p>
                <RacerName racer={n} name={names[n] ?? ''} />{' '}
                {recovery && <strong>{formatTime(recovery.total)}</strong>}
                {places[n] === 1 && result?.recovered && all && (
                  <span className="race-best"> ★ {t('race.fastest')}</span>
                )}
              </p>
              {recovery && (
                <span className="race-stack tall">
                  {recovery.passes.map(({ id, time }) => (
                    <span
                      key={id}
                      className={`race-pass ${id}`}
                      style={{ width: `${(100 * time) / longest}%` }}
                      title={`${t(`race.pass.${id}`)} ${formatTime(time)}`}
                    />
                  ))}
                </span>
              )}
              {recovery && (
                <p className="mute race-passes">
                  {recovery.passes
                    .map(({ id, time }) => `${t(`race.pass.${id}`)} ${formatTime(time)}`)
                    .join(' · ')}
                </p>
              )}
              <Verdict result={result} />
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Verdict({ result }: { result: PointResult | undefined }) {
  const { t, language } = useTranslation();
  const text = useText();
  if (!result) return <p className="mute">…</p>;
  const { recovered, check } = result;
  if (!recovered) return <p className="warn">✗ {t('race.notRecovered')}</p>;
  if (!check?.holds)
    return (
      <p className="warn">
        ✗ {t('race.broken', { what: check?.broken ? text(check.broken) : '' })}
      </p>
    );
  return (
    <p className="good">
      ✓ {t('race.consistent', { records: formatNumber(check.recordsRead, language) })}
    </p>
  );
}
