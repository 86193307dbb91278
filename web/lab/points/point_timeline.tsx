import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import { useId, useMemo, useRef } from 'react';
import type { Box } from '../../chart/layout';
import { Plot, plotFrame } from '../../chart/plot';
import { timeAxis, upward } from '../../chart/scales';
import type { PointPlan, SampleSlice } from '../../engine/protocol/experiment';
import { useStage } from '../../store/stage/stage_context';
import { formatNumber, formatOnAxis, formatPercent, formatShort } from '../../ui/format/amount';
import { formatTime } from '../../ui/format/format_time';
import { useSize } from '../../ui/hooks/use_size';
import { useTranslation } from '../../ui/i18n';
import { useLab, useLabStore } from '../lab_context';
import { type Stretch, stretchesOf } from '../model/point/point_timeline';
import { openOf } from '../store/lab_shown';
import { usePointWords } from '../words/use_point_words';

const RATE = { height: 130, left: 3.4, head: 1.8 };
const SHARES = { height: 150, left: 3.4, head: 1.8 };
const TICKS = 3;

/** Both plots have the same axis of virtual time. */
function useTimeAxis(stretches: readonly Stretch[], box: Box) {
  const { language } = useTranslation();
  const { x, unit, values } = timeAxis(stretches.at(-1)?.to ?? 1, box, TICKS);
  const xs = values.map((at) => ({ at: x(at), text: formatOnAxis(at, unit, language) }));
  return { x, xs, unit: unit.unit };
}

interface GraphProps {
  readonly stretches: readonly Stretch[];
  readonly width: number;
}

function RateGraph({ stretches, width }: GraphProps) {
  const { language } = useTranslation();
  const w = usePointWords();
  const frame = plotFrame(width, 1, RATE);
  const { box } = frame;
  const { x, xs, unit } = useTimeAxis(stretches, box);
  const largest = Math.max(1, ...stretches.map(({ rate }) => rate));
  const y = scaleLinear().domain([0, largest]).nice(TICKS).range(upward(box));
  const path = line<Stretch>(
    ({ from, to }) => x((from + to) / 2),
    ({ rate }) => y(rate),
  );
  return (
    <Plot
      frame={frame}
      label={w('timeline.rate')}
      yTitle={w('timeline.rate')}
      xs={xs}
      ys={y.ticks(TICKS).map((tick) => ({ at: y(tick), text: formatShort(tick, language) }))}
      xTitle={w('timeline.virtual', { unit })}
    >
      <path className="line series-1" d={path([...stretches]) ?? ''} />
    </Plot>
  );
}

/** Fractions stacked on one another, in the colours of the bar above. */
function SharesGraph({ stretches, width }: GraphProps) {
  const { language } = useTranslation();
  const w = usePointWords();
  const frame = plotFrame(width, 1, SHARES);
  const { box } = frame;
  const { x, xs, unit } = useTimeAxis(stretches, box);
  const y = scaleLinear().domain([0, 1]).range(upward(box));
  const count = stretches[0]?.shares.length ?? 0;
  const below = (shares: readonly number[], n: number) =>
    shares.slice(0, n).reduce((sum, each) => sum + each, 0);
  return (
    <Plot
      frame={frame}
      label={w('timeline.shares')}
      yTitle={w('timeline.shares')}
      xs={xs}
      ys={[0, 0.5, 1].map((tick) => ({ at: y(tick), text: formatPercent(tick, language) }))}
      xTitle={w('timeline.virtual', { unit })}
    >
      {Array.from({ length: count }, (_, n) => {
        // A step for each interval: the values within it are not known.
        const shape = area<{ readonly at: number; readonly shares: readonly number[] }>()
          .x(({ at }) => x(at))
          .y0(({ shares }) => y(below(shares, n)))
          .y1(({ shares }) => y(below(shares, n + 1)));
        const corners = stretches.flatMap(({ from, to, shares }) => [
          { at: from, shares },
          { at: to, shares },
        ]);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a category is known by its place.
          <g key={n} className={`category-${n + 1}`}>
            <path className="time-part" d={shape(corners) ?? ''} />
          </g>
        );
      })}
    </Plot>
  );
}

function Graphs({ samples }: { samples: SampleSlice }) {
  const { language } = useTranslation();
  const w = usePointWords();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const categories = useStage((state) => state.description?.categories);
  const stretches = useMemo(
    () => stretchesOf(samples, categories?.map((each) => each.id) ?? []),
    [samples, categories],
  );
  const rates = stretches.map(({ rate }) => rate);
  const [first] = stretches;
  const number = (value: number) => formatNumber(Math.round(value), language);
  return (
    <figure className="point-timeline" aria-labelledby={id}>
      <figcaption id={id} className="heading">
        {w('timeline.title')}
      </figcaption>
      <div ref={frame}>
        {width > 0 && (
          <>
            <RateGraph stretches={stretches} width={width} />
            <SharesGraph stretches={stretches} width={width} />
          </>
        )}
      </div>
      {first && (
        <p className="mute">
          {w('timeline.said', {
            low: number(Math.min(...rates)),
            high: number(Math.max(...rates)),
            count: stretches.length,
            stretch: formatTime(first.to - first.from),
          })}
        </p>
      )}
    </figure>
  );
}

interface PointTimelineProps {
  /** The point of the plan that was measured. */
  readonly point: PointPlan;
  /** True for the first look. */
  readonly looking: boolean;
}

/**
 * The course of a run: commits a second, and where the clients' time went, from its start to its
 * end.
 */
export function PointTimeline({ point, looking }: PointTimelineProps) {
  const w = usePointWords();
  const store = useLabStore();
  const followed = useLab((state) => openOf(state)?.followed);
  const own = followed?.key === point.key ? followed : undefined;
  if (own?.samples) return <Graphs samples={own.samples} />;
  return (
    <p>
      <button
        type="button"
        className="secondary"
        disabled={own !== undefined}
        title={w('timeline.help')}
        onClick={() => void store.getState().follow(point, looking)}
      >
        {w(own ? 'timeline.running' : 'timeline.show')}
      </button>
    </p>
  );
}
