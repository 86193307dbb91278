import { extent } from 'd3-array';
import { scaleLinear, scaleLog } from 'd3-scale';
import { line } from 'd3-shape';
import { useRef } from 'react';
import { LinePath, Mark } from '../../chart/marks';
import { Plot, PlotHand, plotFrame } from '../../chart/plot';
import { across, logTicks, upward } from '../../chart/scales';
import { seriesStyle } from '../../chart/series_style';
import { formatShort } from '../../ui/format/amount';
import { useSize } from '../../ui/hooks/use_size';
import { useTranslation } from '../../ui/i18n';
import { perDollar } from '../model/cost';
import { LEAST_RATIO, MOST_RATIO, type Prices } from '../model/cost_choice';
import { usePanelWords } from '../words/use_panel_words';
import type { CostEntry } from './entry';

const SIZE = { height: 260, left: 4.2, head: 1.6 };
/** The width below which only every other ratio has its number. */
const NARROW = 480;
const RATIOS = [1, 2, 4, 8, 16, 32, 64, 128, 256];
/**
 * The spread from which the upward axis is logarithmic; otherwise the lowest lines would lie on the
 * axis.
 */
const WIDE = 20;
/** The number of steps of a line, which is curved. */
const STEPS = 48;

interface CostChartProps {
  readonly entries: readonly CostEntry[];
  readonly prices: Prices;
  readonly zoom: number;
  readonly onRatio: (ratio: number) => void;
}

/** The throughput per dollar over the price of NVM: a line for each run. A click sets the price. */
export function CostChart({ entries, prices, zoom, onRatio }: CostChartProps) {
  const { language } = useTranslation();
  const w = usePanelWords();
  const place = useRef<HTMLDivElement>(null);
  const { width } = useSize(place);
  const frame = plotFrame(width, zoom, SIZE);
  const { box } = frame;
  const x = scaleLog([LEAST_RATIO, MOST_RATIO], across(box)).clamp(true);
  const ratios = Array.from(
    { length: STEPS + 1 },
    (_, n) => LEAST_RATIO * (MOST_RATIO / LEAST_RATIO) ** (n / STEPS),
  );
  const at = ({ run }: CostEntry, ratio: number) => perDollar(run, { ...prices, ratio });
  const lines = entries.map((entry) => ratios.map((ratio) => at(entry, ratio)));
  // There is no spread before anything is measured.
  const [least = 1, most = 1] = extent(lines.flat().filter((value) => value > 0));
  const log = most / least > WIDE;
  const y = log
    ? scaleLog([least / 1.2, most * 1.2], upward(box))
    : scaleLinear([0, most || 1], upward(box)).nice(4);
  // A value of zero has no place on a logarithmic axis.
  const drawable = (value: number) => value > 0 || !log;
  const path = line<number>(
    (_, n) => x(ratios[n] ?? 1),
    (value) => y(value),
  ).defined(drawable);
  const ticks = log ? logTicks(least / 1.2, most * 1.2) : y.ticks(4);
  const shown = width < NARROW ? RATIOS.filter((_, n) => n % 2 === 0) : RATIOS;
  return (
    <div ref={place} className="measure-plot">
      {width > 0 && (
        <Plot
          frame={frame}
          label={w('cost.chart')}
          ys={ticks.map((tick) => ({ at: y(tick), text: formatShort(tick, language) }))}
          xs={shown.map((ratio) => ({ at: x(ratio), text: String(ratio) }))}
          yTitle={w('cost.perDollar')}
          xTitle={w('cost.alongRatio')}
          onPoint={(at) => onRatio(Math.round(x.invert(at)))}
        >
          <PlotHand frame={frame} at={x(prices.ratio)} />
          {entries.map((entry, n) => {
            const style = seriesStyle(entry.series, zoom);
            const here = at(entry, prices.ratio);
            return (
              <g key={entry.series} className={style.className}>
                <LinePath style={style} d={path(lines[n] ?? [])} />
                {drawable(here) && (
                  <Mark style={style} x={x(prices.ratio)} y={y(here)} area={80 * zoom * zoom} />
                )}
              </g>
            );
          })}
        </Plot>
      )}
    </div>
  );
}
