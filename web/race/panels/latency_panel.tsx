import { scaleLog } from 'd3-scale';
import { useRef } from 'react';
import { seriesStyle } from '../../chart/series_style';
import type { SampleFrame } from '../../engine/protocol/experiment';
import { frameAt, latencyQuantile } from '../../model/experiment/race_series';
import { formatTime } from '../../ui/format/format_time';
import { useSize } from '../../ui/hooks/use_size';
import { useTranslation } from '../../ui/i18n';
import { useOpenRace, usePlayhead } from '../race_context';
import { RacerName, useRacerNames } from '../racer_name';

const HEIGHT = 56;

/**
 * The latencies of commits up to the playhead: a small histogram for each racer, over the same
 * logarithmic axis.
 */
export function LatencyPanel({ zoom }: { zoom: number }) {
  const { t } = useTranslation();
  const frame = useRef<HTMLOListElement>(null);
  const { width } = useSize(frame);
  const race = useOpenRace();
  const at = usePlayhead();
  const names = useRacerNames(race.setup);
  const frames = race.runs.map((run) => run && frameAt(run.series, at));
  // The axis is that of the whole race, so that it does not move.
  const ends = race.runs.flatMap(
    (run) => run?.series.frames.at(-1)?.latency.map(([ns]) => ns) ?? [],
  );
  const [low, high] = [Math.max(1, Math.min(...ends) / 1.2), Math.max(...ends)];
  const known = ends.length > 0;
  return (
    <section className="race-panel" aria-labelledby="race-latency">
      <h3 id="race-latency">{t('race.latencyTitle')}</h3>
      <ol className="race-multiples" ref={frame}>
        {frames.map((each, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a racer is known by its place.
          <li key={n}>
            <p>
              <RacerName racer={n} name={names[n] ?? ''} />
              <span className="mute"> {each ? <Quantiles frame={each} /> : t('race.none')}</span>
            </p>
            {each && known && (
              <Bars
                racer={n}
                frame={each}
                low={low}
                high={high}
                width={width}
                height={HEIGHT * zoom}
              />
            )}
          </li>
        ))}
      </ol>
      {known && (
        <p className="race-axis mute" aria-hidden="true">
          <span>{formatTime(low)}</span>
          <span>{t('race.latencyAxis')}</span>
          <span>{formatTime(high)}</span>
        </p>
      )}
    </section>
  );
}

function Quantiles({ frame }: { frame: SampleFrame }) {
  const { t } = useTranslation();
  const [p50, p99] = [latencyQuantile(frame, 0.5), latencyQuantile(frame, 0.99)];
  if (p50 === undefined || p99 === undefined) return t('race.none');
  return t('race.quantiles', { p50: formatTime(p50), p99: formatTime(p99) });
}

/** The lower end of a cell of the engine's histogram, which has eight for each doubling. */
const startOf = (ns: number) => ns - 2 ** Math.max(0, Math.floor(Math.log2(ns)) - 3);

interface BarsProps {
  readonly racer: number;
  readonly frame: SampleFrame;
  readonly low: number;
  readonly high: number;
  readonly width: number;
  readonly height: number;
}

function Bars({ racer, frame, low, high, width, height }: BarsProps) {
  const x = scaleLog().domain([low, high]).range([0, width]).clamp(true);
  const most = Math.max(1, ...frame.latency.map(([, count]) => count));
  return (
    <svg
      className={`race-histogram ${seriesStyle(racer, 1).className}`}
      width={width}
      height={height}
      aria-hidden="true"
    >
      {frame.latency.map(([ns, count]) => {
        const [from, to] = [x(Math.max(1, startOf(ns))), x(ns)];
        const tall = Math.max(1, (count / most) * (height - 2));
        return (
          <rect
            key={ns}
            x={from}
            y={height - 1 - tall}
            width={Math.max(1, to - from - 1)}
            height={tall}
          />
        );
      })}
      <line x2={width} y1={height - 0.5} y2={height - 0.5} />
    </svg>
  );
}
