import { scaleLog } from 'd3-scale';
import { useId, useRef } from 'react';
import { formatNumber, formatPercent, formatRatio } from '../../ui/format/amount';
import { useSize } from '../../ui/hooks/use_size';
import { useTranslation } from '../../ui/i18n';
import { evenAt, type Gain, gainOf, perDollar } from '../model/cost';
import type { Prices } from '../model/cost_choice';
import type { ChoicePatch, MeasureChoice } from '../model/measure_choice';
import { usePanelWords } from '../words/use_panel_words';
import type { CostEntry } from './entry';

interface GainPanelProps {
  readonly entries: readonly CostEntry[];
  readonly prices: Prices;
  /** The machine's own prices: the first comparison does not depend on changed prices. */
  readonly machine: Prices;
  readonly chosen: MeasureChoice;
  readonly onChoice: (patch: ChoicePatch) => void;
  readonly zoom: number;
}

/** The runs that were chosen, else the best one over the next. */
export function comparedRuns(
  entries: readonly CostEntry[],
  machine: Prices,
  chosen: MeasureChoice,
): { readonly over: CostEntry; readonly under: CostEntry } | undefined {
  const [best, next] = [...entries].sort(
    (a, b) => perDollar(b.run, machine) - perDollar(a.run, machine),
  );
  const find = (series: number | undefined) => entries.find((each) => each.series === series);
  const over = find(chosen.over) ?? best;
  const under = find(chosen.under) ?? next;
  return over && under && { over, under };
}

/** Two runs, and the parts of throughput and of price in the gain of one over the other. */
export function GainPanel({ entries, prices, machine, chosen, onChoice, zoom }: GainPanelProps) {
  const w = usePanelWords();
  const id = useId();
  const compared = comparedRuns(entries, machine, chosen);
  if (!compared) return null;
  const { over, under } = compared;
  const select = (place: 'over' | 'under', value: number) => (
    <span>
      <label htmlFor={`${id}-${place}`}>{w(`cost.${place}`)}</label>{' '}
      <select
        id={`${id}-${place}`}
        className="boxed"
        value={value}
        onChange={({ target }) => onChoice({ [place]: Number(target.value) })}
      >
        {entries.map(({ name, series }) => (
          <option key={series} value={series}>
            {name}
          </option>
        ))}
      </select>
    </span>
  );
  const gain = gainOf(over.run, under.run, prices);
  return (
    <div className="cost-gain panel-box">
      <h4>{w('cost.gain')}</h4>
      <p className="measure-choice">
        {select('over', over.series)} {select('under', under.series)}
      </p>
      {gain ? (
        <>
          <GainWords gain={gain} over={over} under={under} prices={prices} />
          <GainSteps gain={gain} zoom={zoom} over={over} under={under} />
        </>
      ) : (
        <p className="mute">{w('cost.unknown')}</p>
      )}
    </div>
  );
}

interface GainWordsProps {
  readonly gain: Gain;
  readonly over: CostEntry;
  readonly under: CostEntry;
  readonly prices: Prices;
}

function GainWords({ gain, over, under, prices }: GainWordsProps) {
  const { language } = useTranslation();
  const w = usePanelWords();
  const { all, throughput, price, shares } = gain;
  const ratio = (value: number) => formatRatio(value, language);
  const even = evenAt(over.run, under.run, prices);
  if (!shares) return <p role="status">{w('cost.same')}</p>;
  const factors = { throughput: ratio(throughput), price: ratio(price), all: ratio(all) };
  const percent = (value: number) => formatPercent(Math.max(0, value), language);
  const parts = { throughput: percent(shares.throughput), price: percent(shares.price) };
  const together = shares.throughput >= -1e-9 && shares.price >= -1e-9;
  const cost = formatPercent(1 / price, language);
  return (
    <div role="status" data-testid="gain">
      <p>{w('cost.both', { over: over.name, under: under.name, cost, ...factors })}</p>
      <p className="cost-verdict">
        <strong>
          {together ? w(all > 1 ? 'cost.share' : 'cost.loss', parts) : w('cost.against', factors)}
        </strong>
      </p>
      <p className="mute">
        {w('cost.logarithms', factors)}{' '}
        {even === undefined
          ? w('cost.neverEven')
          : w('cost.even', { ratio: formatNumber(even, language, 3) })}
      </p>
    </div>
  );
}

const WIDEST = 640;
const EM = 13;
const ROW = 2 * EM;
const LABEL = 6.5 * EM;
const FACTOR = 5 * EM;
const STEPS = ['throughput', 'price', 'all'] as const;

interface GainStepsProps {
  readonly gain: Gain;
  readonly zoom: number;
  readonly over: CostEntry;
  readonly under: CostEntry;
}

/**
 * The steps from 1 by throughput, then by price, to the whole gain: lengths are logarithms, so they
 * add up.
 */
function GainSteps({ gain, zoom, over, under }: GainStepsProps) {
  const { language } = useTranslation();
  const w = usePanelWords();
  const frame = useRef<HTMLDivElement>(null);
  const size = useSize(frame);
  const width = Math.min(size.width, WIDEST * zoom);
  const row = ROW * zoom;
  const { throughput, price, all } = gain;
  const steps = {
    throughput: { from: 1, to: throughput, factor: throughput },
    price: { from: throughput, to: all, factor: price },
    all: { from: 1, to: all, factor: all },
  };
  const ends = [1, throughput, all];
  const [least, most] = [Math.min(...ends), Math.max(...ends)];
  const x = scaleLog([least / 1.05, most * 1.05], [LABEL * zoom, width - FACTOR * zoom]);
  return (
    <div ref={frame}>
      {width > 0 && (
        <svg
          className="cost-steps"
          width={width}
          height={STEPS.length * row}
          style={{ fontSize: EM * zoom }}
          role="img"
          aria-label={w('cost.steps', { over: over.name, under: under.name })}
        >
          <line className="cost-one" x1={x(1)} x2={x(1)} y1={0} y2={STEPS.length * row} />
          {STEPS.map((step, n) => {
            const { from, to, factor } = steps[step];
            const [left, right] = [Math.min(x(from), x(to)), Math.max(x(from), x(to))];
            return (
              <g key={step} transform={`translate(0,${n * row})`}>
                <text x={0} y={row / 2} dy="0.35em">
                  {w(`cost.step.${step}`)}
                </text>
                <rect
                  className={`cost-step ${step}`}
                  x={left}
                  y={row * 0.2}
                  width={Math.max(1.5, right - left)}
                  height={row * 0.6}
                />
                <text className="cost-factor" x={right + 6} y={row / 2} dy="0.35em">
                  × {formatRatio(factor, language)}
                </text>
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}
