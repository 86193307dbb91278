import { extent } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import { useRef } from 'react';
import { perDollar } from '../../panels/model/cost';
import { LEAST_RATIO, MOST_RATIO, type Prices } from '../../panels/model/measure_choice';
import { formatShort } from '../amount';
import { useTranslation } from '../i18n';
import { useMeasureWords } from '../i18n/use_measure_words';
import { Plot, PlotHand, plotBox } from '../plot';
import { seriesStyle } from '../series_style';
import { useSize } from '../use_size';
import type { CostEntry } from './entry';

const SIZE = { height: 260, left: 4.2, head: 1.6 };
/** Narrower than this only every other ratio has its number. */
const NARROW = 480;
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
  const box = plotBox(width, zoom, SIZE);
  const { left, right, head, foot } = box;
  const x = scaleLog([LEAST_RATIO, MOST_RATIO], [left, right]).clamp(true);
  const ratios = Array.from(
    { length: STEPS + 1 },
    (_, n) => LEAST_RATIO * (MOST_RATIO / LEAST_RATIO) ** (n / STEPS),
  );
  const at = ({ run }: CostEntry, ratio: number) => perDollar(run, { ...prices, ratio });
  const lines = entries.map((entry) => ratios.map((ratio) => at(entry, ratio)));
  // Before anything is measured there is no spread.
  const [least = 1, most = 1] = extent(lines.flat().filter((value) => value > 0));
  const log = most / least > WIDE;
  const y = log
    ? scaleLog([least / 1.2, most * 1.2], [foot, head])
    : scaleLinear([0, most || 1], [foot, head]).nice(4);
  // What brings nothing has no place on a logarithmic axis.
  const drawable = (value: number) => value > 0 || !log;
  const path = line<number>(
    (_, n) => x(ratios[n] ?? 1),
    (value) => y(value),
  ).defined(drawable);
  const ticks = log ? decades(least / 1.2, most * 1.2) : y.ticks(4);
  const shown = width < NARROW ? RATIOS.filter((_, n) => n % 2 === 0) : RATIOS;
  return (
    <div ref={frame} className="measure-plot">
      {width > 0 && (
        <Plot
          box={box}
          label={w('cost.chart')}
          ys={ticks.map((tick) => ({ at: y(tick), text: formatShort(tick, language) }))}
          xs={shown.map((ratio) => ({ at: x(ratio), text: String(ratio) }))}
          yTitle={w('cost.perDollar')}
          xTitle={w('cost.alongRatio')}
          onPoint={(place) => onRatio(Math.round(x.invert(place)))}
        >
          <PlotHand box={box} at={x(prices.ratio)} />
          {entries.map((entry, n) => {
            const { className, dash, mark } = seriesStyle(entry.series, zoom);
            const here = at(entry, prices.ratio);
            return (
              <g key={entry.series} className={className}>
                <path className="line" d={path(lines[n] ?? []) ?? ''} strokeDasharray={dash} />
                {drawable(here) && (
                  <path
                    className="mark"
                    transform={`translate(${x(prices.ratio)},${y(here)})`}
                    d={mark(80 * zoom * zoom)}
                  />
                )}
              </g>
            );
          })}
        </Plot>
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
