import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { useId, useMemo, useRef } from 'react';
import { rateAt, reached, valueAt } from '../model/experiment/race_series';
import { axisUnit } from '../model/values/axis_unit';
import { formatOnAxis, formatShort } from '../ui/amount';
import { useTranslation } from '../ui/i18n';
import { Plot, PlotHand, plotBox } from '../ui/plot';
import { seriesStyle } from '../ui/series_style';
import { useSize } from '../ui/use_size';
import { useOpenRace, usePlayhead, useRace, useRaceStore } from './race_context';
import { RacerName, useRacerNames } from './racer_name';
import { RATE_PART } from './standings';
import type { RacerRun } from './store/race_state';

const SIZE = { height: 240, left: 4.5, head: 0.8 };
const X_TICKS = 5;
const Y_TICKS = 4;

type Kind = 'commits' | 'rate';
interface Place {
  readonly x: number;
  readonly y: number;
}

function placesOf(run: RacerRun | undefined, kind: Kind, window: number): readonly Place[] {
  if (!run) return [];
  const times = run.series.columns.elapsed ?? [];
  const value = valueFor(kind, run, window);
  const first = kind === 'rate' ? window / 2 : 0;
  return [0, ...times].filter((x) => x >= first).map((x) => ({ x, y: value(x) }));
}

const valueFor =
  (kind: Kind, { series }: RacerRun, window: number) =>
  (time: number) =>
    kind === 'commits'
      ? valueAt(series, 'commits', time)
      : rateAt(series, 'commits', Math.max(time, window / 2), window);

/** Commits of every racer, or how many a second, over virtual time. A click moves the playhead. */
export function LineChart({ kind, zoom }: { kind: Kind; zoom: number }) {
  const { t, language } = useTranslation();
  const id = useId();
  const store = useRaceStore();
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const race = useOpenRace();
  const at = usePlayhead();
  const cut = useRace((state) => state.cut?.time);
  const names = useRacerNames(race.setup);
  const title = t(kind === 'commits' ? 'race.commitsOver' : 'race.rateOver');
  const { duration } = race.setup;
  const window = duration * RATE_PART;
  const lines = useMemo(
    () => race.runs.map((run) => placesOf(run, kind, window)),
    [race.runs, kind, window],
  );
  const box = plotBox(width, zoom, SIZE);
  const { left, right, head, foot } = box;
  const largest = Math.max(1, ...lines.flat().map(({ y }) => y));
  const x = scaleLinear().domain([0, duration]).range([left, right]);
  const y = scaleLinear().domain([0, largest]).nice(Y_TICKS).range([foot, head]);
  const unit = axisUnit('elapsed', 'ns', duration);
  const xTicks = scaleLinear()
    .domain([0, duration / unit.divisor])
    .ticks(X_TICKS);
  const path = line<Place>(
    (place) => x(place.x),
    (place) => y(place.y),
  );
  const scrub = (place: number) => {
    store.getState().set({ playing: false });
    store.getState().goTo(x.invert(place));
  };
  return (
    <figure className="race-panel race-chart" aria-labelledby={id}>
      <figcaption id={id}>
        <h3>{title}</h3>
      </figcaption>
      <ul className="race-legend">
        {names.map((name, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a racer is known by its place.
          <li key={n}>
            <RacerName racer={n} name={name} />
          </li>
        ))}
      </ul>
      <div ref={frame}>
        <Plot
          box={box}
          label={title}
          ys={y.ticks(Y_TICKS).map((tick) => ({ at: y(tick), text: formatShort(tick, language) }))}
          xs={xTicks.map((tick) => ({
            at: x(tick * unit.divisor),
            text: formatOnAxis(tick * unit.divisor, unit, language),
          }))}
          xTitle={t('race.virtual', { unit: unit.unit })}
          onPoint={scrub}
        >
          {cut !== undefined && <PlotHand box={box} at={x(cut)} className="race-cut-line" />}
          <PlotHand box={box} at={x(at)} />
          {lines.map((places, n) => {
            const { className, dash, mark } = seriesStyle(n, zoom);
            const run = race.runs[n];
            const hand = run && Math.min(at, reached(run.series));
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a racer is known by its place.
              <g key={n} className={className}>
                <path className="line" d={path([...places]) ?? ''} strokeDasharray={dash} />
                {run && hand !== undefined && (
                  <path
                    className="mark"
                    transform={`translate(${x(hand)},${y(valueFor(kind, run, window)(hand))})`}
                    d={mark(70 * zoom * zoom)}
                  />
                )}
              </g>
            );
          })}
        </Plot>
      </div>
    </figure>
  );
}
