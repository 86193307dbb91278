import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { useId, useMemo, useRef } from 'react';
import { LinePath, Mark } from '../../chart/marks';
import { Plot, PlotHand, plotFrame } from '../../chart/plot';
import { timeAxis, upward } from '../../chart/scales';
import { seriesStyle } from '../../chart/series_style';
import { rateAt, reached, valueAt } from '../../model/experiment/race_series';
import { formatOnAxis, formatShort } from '../../ui/format/amount';
import { useSize } from '../../ui/hooks/use_size';
import { useTranslation } from '../../ui/i18n';
import { useOpenRace, usePlayhead, useRace, useRaceStore } from '../race_context';
import { RacerName, useRacerNames } from '../racer_name';
import type { RacerRun } from '../store/race_state';
import { RATE_PART } from './standings';

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

function Legend() {
  const names = useRacerNames(useOpenRace().setup);
  return (
    <ul className="race-legend">
      {names.map((name, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a racer is known by its place.
        <li key={n}>
          <RacerName racer={n} name={name} />
        </li>
      ))}
    </ul>
  );
}

interface RacerLineProps {
  readonly racer: number;
  readonly run: RacerRun | undefined;
  readonly zoom: number;
  readonly d: string | null;
  /** Returns the place that a run has reached at the playhead. */
  readonly handAt: (run: RacerRun) => readonly [x: number, y: number];
}

function RacerLine({ racer, run, zoom, d, handAt }: RacerLineProps) {
  const style = seriesStyle(racer, zoom);
  const [x, y] = run ? handAt(run) : [];
  return (
    <g className={style.className}>
      <LinePath style={style} d={d} />
      {x !== undefined && y !== undefined && (
        <Mark style={style} x={x} y={y} area={70 * zoom * zoom} />
      )}
    </g>
  );
}

/**
 * The commits of every racer, in total or per second, over virtual time. A click moves the
 * playhead.
 */
export function LineChart({ kind, zoom }: { kind: Kind; zoom: number }) {
  const { t, language } = useTranslation();
  const id = useId();
  const store = useRaceStore();
  const place = useRef<HTMLDivElement>(null);
  const { width } = useSize(place);
  const race = useOpenRace();
  const at = usePlayhead();
  const cut = useRace((state) => state.race?.cut?.time);
  const title = t(kind === 'commits' ? 'race.commitsOver' : 'race.rateOver');
  const { duration } = race.setup;
  const window = duration * RATE_PART;
  const lines = useMemo(
    () => race.runs.map((run) => placesOf(run, kind, window)),
    [race.runs, kind, window],
  );
  const frame = plotFrame(width, zoom, SIZE);
  const { box } = frame;
  const largest = Math.max(1, ...lines.flat().map(({ y }) => y));
  const { x, unit, values } = timeAxis(duration, box, X_TICKS);
  const y = scaleLinear().domain([0, largest]).nice(Y_TICKS).range(upward(box));
  const path = line<Place>(
    (place) => x(place.x),
    (place) => y(place.y),
  );
  const scrub = (at: number) => {
    store.getState().play(false);
    store.getState().goTo(x.invert(at));
  };
  return (
    <figure className="race-panel race-chart" aria-labelledby={id}>
      <figcaption id={id}>
        <h3>{title}</h3>
      </figcaption>
      <Legend />
      <div ref={place}>
        <Plot
          frame={frame}
          label={title}
          ys={y.ticks(Y_TICKS).map((tick) => ({ at: y(tick), text: formatShort(tick, language) }))}
          xs={values.map((at) => ({ at: x(at), text: formatOnAxis(at, unit, language) }))}
          xTitle={t('race.virtual', { unit: unit.unit })}
          onPoint={scrub}
        >
          {cut !== undefined && <PlotHand frame={frame} at={x(cut)} className="race-cut-line" />}
          <PlotHand frame={frame} at={x(at)} />
          {lines.map((places, n) => (
            <RacerLine
              // biome-ignore lint/suspicious/noArrayIndexKey: a racer is known by its place.
              key={n}
              racer={n}
              run={race.runs[n]}
              zoom={zoom}
              d={path([...places])}
              handAt={(run) => {
                const hand = Math.min(at, reached(run.series));
                return [x(hand), y(valueFor(kind, run, window)(hand))];
              }}
            />
          ))}
        </Plot>
      </div>
    </figure>
  );
}
