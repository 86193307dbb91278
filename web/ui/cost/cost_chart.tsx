import { extent } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import { type PointerEvent, useRef } from 'react';
import { LEAST_RATIO, MOST_RATIO, type Prices, perDollar } from '../../model/cost';
import { formatShort } from '../amount';
import { useTranslation } from '../i18n';
import { useMeasureWords } from '../i18n/use_measure_words';
import { seriesStyle } from '../series_style';
import { useSize } from '../use_size';
import type { CostEntry } from './entry';

const HEIGHT = 260;
const EM = 12;
const LEFT = 4.2 * EM;
const FOOT = 2.8 * EM;
const HEAD = 1.6 * EM;
const RATIOS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
/** From such a spread on the upward axis is logarithmic, or the lowest lines would lie on the axis. */
const WIDE = 20;
/** Steps of a line: it bends. */
const STEPS = 48;

interface CostChartProps {
  readonly entries: readonly CostEntry[];
  readonly prices: Prices;
  readonly zoom: number;
  readonly onRatio: (ratio: number) => void;
}

/** What a dollar brings over the price of NVM: a line a run. A click sets the price. */
export function CostChart({ entries, prices, zoom, onRatio }: CostChartProps) {
  const { language } = useTranslation();
  const w = useMeasureWords();
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const height = HEIGHT * zoom;
  const [left, foot, head] = [LEFT * zoom, height - FOOT * zoom, HEAD * zoom];
  const right = Math.max(left + 1, width - EM * zoom);
  const x = scaleLog([LEAST_RATIO, MOST_RATIO], [left, right]).clamp(true);
  const ratios = Array.from(
    { length: STEPS + 1 },
    (_, n) => LEAST_RATIO * (MOST_RATIO / LEAST_RATIO) ** (n / STEPS),
  );
  const at = ({ run }: CostEntry, ratio: number) => perDollar(run, { ...prices, ratio });
  const lines = entries.map((entry) => ratios.map((ratio) => at(entry, ratio)));
  const [least = 0, most = 1] = extent(lines.flat().filter((value) => value > 0));
  const log = most / least > WIDE;
  const y = log
    ? scaleLog([least / 1.2, most * 1.2], [foot, head])
    : scaleLinear([0, most || 1], [foot, head]).nice(4);
  const path = line<number>(
    (_, n) => x(ratios[n] ?? 1),
    (value) => y(value || least),
  );
  const choose = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    onRatio(Math.round(x.invert(event.clientX - box.left)));
  };
  const ticks = log ? decades(least / 1.2, most * 1.2) : y.ticks(4);
  const shown = width < 480 ? RATIOS.filter((_, n) => n % 2 === 0) : RATIOS;
  return (
    <div ref={frame} className="cost-chart">
      {width > 0 && (
        <svg
          width={width}
          height={height}
          style={{ fontSize: EM * zoom }}
          role="img"
          aria-label={w('cost.chart')}
          onPointerDown={choose}
          onPointerMove={choose}
        >
          <text className="axis-title" x={0} y={0.9 * EM * zoom}>
            ↑ {w('cost.perDollar')}
          </text>
          {ticks.map((tick) => (
            <g key={tick}>
              <line className="gridline" x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
              <text x={left - 6} y={y(tick)} dy="0.35em" textAnchor="end">
                {formatShort(tick, language)}
              </text>
            </g>
          ))}
          {shown.map((ratio) => (
            <g key={ratio} transform={`translate(${x(ratio)},${foot})`}>
              <line className="tick" y2={4} />
              <text y="1.4em" textAnchor="middle">
                {ratio}
              </text>
            </g>
          ))}
          <text className="axis-title" x={right} y={height - 2} textAnchor="end">
            {w('cost.alongRatio')} →
          </text>
          <line
            className="cost-hand"
            x1={x(prices.ratio)}
            x2={x(prices.ratio)}
            y1={head}
            y2={foot}
          />
          {entries.map((entry, n) => {
            const { className, dash, mark } = seriesStyle(entry.series, zoom);
            const here = at(entry, prices.ratio) || least;
            return (
              <g key={entry.series} className={className}>
                <path className="line" d={path(lines[n] ?? []) ?? ''} strokeDasharray={dash} />
                <path
                  className="mark"
                  transform={`translate(${x(prices.ratio)},${y(here)})`}
                  d={mark(80 * zoom * zoom)}
                />
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

/** Round numbers of a logarithmic axis: powers of ten, and where there are few also twice and five times as much. */
function decades(from: number, to: number): number[] {
  const first = Math.floor(Math.log10(from));
  const last = Math.ceil(Math.log10(to));
  const steps = last - first > 3 ? [1] : [1, 2, 5];
  return Array.from({ length: last - first + 1 }, (_, n) => 10 ** (first + n))
    .flatMap((power) => steps.map((step) => step * power))
    .filter((value) => value >= from && value <= to);
}
