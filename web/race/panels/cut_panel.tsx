import type { PointResult } from '../../engine/protocol/experiment';
import { RECOVERY_PASSES } from '../../engine/protocol/recovery_passes';
import { formatNumber } from '../../ui/format/amount';
import { formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { useRecoveryWords } from '../../ui/i18n/words/use_recovery_words';
import { useText } from '../../ui/use_text';
import { fastestRecoveries, recoveryOf } from '../model/recovery_passes';
import { useOpenRace, useRace } from '../race_context';
import { RacerName, useRacerNames } from '../racer_name';
import type { RaceCut } from '../store/race_state';
import { RecoveryBar } from './recovery_bar';

/**
 * The results of a power cut in all racers at once: the durations of recovery, and whether each
 * database is right.
 */
export function CutPanel() {
  const cut = useRace((state) => state.race?.cut);
  return cut ? <Cut cut={cut} /> : null;
}

function Cut({ cut }: { cut: RaceCut }) {
  const { t } = useTranslation();
  const race = useOpenRace();
  const names = useRacerNames(race.setup);
  const w = useRecoveryWords();
  const recoveries = cut.results.map((result) => result && recoveryOf(result));
  const longest = Math.max(1, ...recoveries.map((each) => each?.total ?? 0));
  const fastest = fastestRecoveries(cut.results);
  // The table has only phases that some recovery went through.
  const passes = RECOVERY_PASSES.filter((id) =>
    recoveries.some((each) => each?.passes.some((pass) => pass.id === id)),
  );
  const all = cut.results.every((result) => result);
  const cutting = useRace((state) => state.work === 'cutting');
  return (
    <section className="race-panel race-recoveries" aria-labelledby="race-cut">
      <h3 id="race-cut">{t('race.cutTitle', { time: formatTime(cut.time) })}</h3>
      <p role="status" data-testid="race-cut-status" className="mute">
        {t(all ? 'race.cutDone' : cutting ? 'race.cutRunning' : 'race.cutStopped')}
      </p>
      <ul className="race-legend">
        {passes.map((id) => (
          <li key={id} className={`race-pass ${id}`}>
            <span className="swatch" aria-hidden="true" /> {w(`pass.${id}`)}
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
                {fastest.has(n) && all && <span className="race-best"> ★ {w('best')}</span>}
              </p>
              {result && <RecoveryBar result={result} longest={longest} />}
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
