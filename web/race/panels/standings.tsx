import type { PointResult } from '../../engine/protocol/experiment';
import { placesOf, rateAt, valueAt } from '../../model/experiment/race_series';
import { formatNumber } from '../../ui/format/amount';
import { formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { WideTable } from '../../ui/wide_table';
import { useOpenRace, usePlayhead, useRace, useRaceStore } from '../race_context';
import { RacerName, useRacerNames } from '../racer_name';
import type { RacerRun } from '../store/race_state';

/** The fraction of the race over which a rate is taken. */
export const RATE_PART = 1 / 10;

/** The throughput per dollar of memory and disk, at the speed so far. */
function perDollar(result: PointResult | undefined, commits: number, time: number): number {
  const { metrics = {} } = result ?? {};
  const price = ['dram', 'nvm', 'disk'].reduce(
    (sum, each) => sum + (metrics[`cost.${each}`] ?? 0),
    0,
  );
  return price > 0 && time > 0 ? (commits / time) * (1e9 / price) : 0;
}

/** The order of the racers at the playhead, and their costs. */
export function Standings() {
  const { t, language } = useTranslation();
  const race = useOpenRace();
  const at = usePlayhead();
  const names = useRacerNames(race.setup);
  const text = useText();
  const window = race.setup.duration * RATE_PART;
  const rows = race.runs.map((run) => numbersOf(run, at, window));
  const places = placesOf(rows.map(({ commits }) => commits));
  const dollars = placesOf(rows.map(({ dollar }) => dollar));
  return (
    <section className="race-panel" aria-labelledby="race-standings">
      <h3 id="race-standings">{t('race.standings', { time: formatTime(at) })}</h3>
      <WideTable of="race-standings">
        <thead>
          <tr>
            <th scope="col">{t('race.racerHead')}</th>
            <th scope="col">{t('race.commits')}</th>
            <th scope="col">{t('race.rate')}</th>
            <th scope="col">{t('race.perDollar')}</th>
            <th scope="col">{t('race.p99')}</th>
            <th scope="col">{t('race.state')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ commits, rate, dollar, p99, state, fault, gaveUp }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a racer is known by its place.
            <tr key={n}>
              <th scope="row">
                <NameButton racer={n} name={names[n] ?? ''} />
              </th>
              <td>
                {formatNumber(Math.floor(commits), language)}
                <Best on={places[n] === 1 && commits > 0} />
              </td>
              <td>{formatNumber(Math.round(rate), language)}</td>
              <td>
                {dollar > 0 ? formatNumber(dollar, language, 3) : unknown(state)}
                <Best on={dollars[n] === 1 && dollar > 0} />
              </td>
              <td>{p99 === undefined ? unknown(state) : formatTime(p99)}</td>
              <td>
                {fault
                  ? t('race.fault', { line: fault.line, reason: text(fault.reason) })
                  : t(gaveUp ? 'race.gaveUp' : `race.stage.${state}`)}
              </td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </section>
  );
}

/** The sign for a number that is not known yet, or that does not exist. */
const unknown = (state: string) => (state === 'ended' ? '–' : '…');

function numbersOf(run: RacerRun | undefined, at: number, window: number) {
  if (!run)
    return {
      commits: 0,
      rate: 0,
      dollar: 0,
      p99: undefined,
      state: 'waits',
      fault: undefined,
      gaveUp: false,
    } as const;
  const { series, result } = run;
  const commits = valueAt(series, 'commits', at);
  return {
    commits,
    rate: rateAt(series, 'commits', at, window),
    dollar: perDollar(result, commits, at),
    // Without a commit the latency is missing, not zero.
    p99: result?.metrics.commits ? result.metrics['latency.p99'] : undefined,
    state: result ? ('ended' as const) : ('runs' as const),
    fault: result?.program_fault,
    gaveUp: result?.gave_up === true,
  };
}

function Best({ on }: { on: boolean }) {
  const { t } = useTranslation();
  if (!on) return null;
  return (
    <span className="race-best">
      {' '}
      <span aria-hidden="true">★</span>
      <span className="visually-hidden">{t('race.best')}</span>
    </span>
  );
}

/** A button that opens the racer's numbers. */
function NameButton({ racer, name }: { racer: number; name: string }) {
  const { t } = useTranslation();
  const store = useRaceStore();
  const shown = useRace((state) => state.shown === racer);
  return (
    <button
      type="button"
      className="race-open"
      aria-pressed={shown}
      title={t('race.open')}
      onClick={() => store.getState().show(shown ? undefined : racer)}
    >
      <RacerName racer={racer} name={name} />
    </button>
  );
}
