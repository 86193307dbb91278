import { scaleLog } from 'd3-scale';
import { curveStepBefore, line } from 'd3-shape';
import { useRef } from 'react';
import { wearTail } from '../../model/wear';
import { formatShort } from '../amount';
import { useTranslation } from '../i18n';
import { useMeasureWords } from '../i18n/use_measure_words';
import { seriesStyle } from '../series_style';
import { useSize } from '../use_size';
import type { WearEntry } from './entry';

const HEIGHT = 260;
const EM = 12;
const LEFT = 5 * EM;
const FOOT = 2.8 * EM;
const HEAD = 1.8 * EM;

/** Where the axis of writes begins. */
const LEAST = 0.8;

type Place = readonly [number, number];

const powersOfTen = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);

/** How many units were written to how often: a falling line a run, both axes logarithmic. */
export function WearTail({ entries, zoom }: { entries: readonly WearEntry[]; zoom: number }) {
  const { language } = useTranslation();
  const w = useMeasureWords();
  const frame = useRef<HTMLDivElement>(null);
  const { width } = useSize(frame);
  const height = HEIGHT * zoom;
  const [left, foot, head] = [LEFT * zoom, height - FOOT * zoom, HEAD * zoom];
  const right = Math.max(left + 1, width - EM * zoom);
  const tails = entries.map(({ map }) => wearTail(map));
  const most = Math.max(10, ...entries.map(({ numbers }) => numbers.max));
  const least = 1 / Math.max(10, ...entries.map(({ numbers }) => numbers.units));
  const lowest = Math.floor(Math.log10(least));
  const x = scaleLog([LEAST, most * 1.25], [left, right]);
  const y = scaleLog([10 ** lowest, 1], [foot, head]);
  const path = line<Place>(
    ([writes]) => x(writes),
    ([, share]) => y(share),
  ).curve(curveStepBefore);
  const ticks = powersOfTen(0, Math.floor(Math.log10(most * 1.25))).map((power) => 10 ** power);
  return (
    <div ref={frame} className="wear-tail">
      {width > 0 && (
        <svg
          width={width}
          height={height}
          style={{ fontSize: EM * zoom }}
          role="img"
          aria-label={w('wear.tail')}
        >
          <text className="axis-title" x={0} y={0.9 * EM * zoom}>
            ↑ {w('wear.tailUp')}
          </text>
          {powersOfTen(lowest, 0).map((power) => (
            <g key={power}>
              <line
                className="gridline"
                x1={left}
                x2={right}
                y1={y(10 ** power)}
                y2={y(10 ** power)}
              />
              <text x={left - 6} y={y(10 ** power)} dy="0.35em" textAnchor="end">
                {power === 0 ? '1' : `1/${formatShort(10 ** -power, language)}`}
              </text>
            </g>
          ))}
          {ticks.map((tick) => (
            <g key={tick} transform={`translate(${x(tick)},${foot})`}>
              <line className="tick" y2={4} />
              <text y="1.4em" textAnchor="middle">
                {formatShort(tick, language)}
              </text>
            </g>
          ))}
          <text className="axis-title" x={right} y={height - 2} textAnchor="end">
            {w('wear.tailAxis')} →
          </text>
          {entries.map((entry, n) => {
            const { className, dash, mark } = seriesStyle(entry.series, zoom);
            const tail = tails[n] ?? [];
            return (
              <g key={entry.series} className={className}>
                <path className="line" d={path(drawn(entry, tail)) ?? ''} strokeDasharray={dash} />
                {marksOf(entry).map(([writes, share]) => (
                  <path
                    key={share}
                    className="mark"
                    transform={`translate(${x(writes)},${y(Math.max(share, 10 ** lowest))})`}
                    d={mark(60 * zoom * zoom)}
                  />
                ))}
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}

/** The line begins at the axis and falls to one unit at the most worn. */
function drawn({ numbers }: WearEntry, tail: readonly Place[]): Place[] {
  const [first, last] = [tail[0], tail.at(-1)];
  if (!first || !last) return [];
  return [[LEAST, first[1]], ...tail, [last[0], 1 / Math.max(1, numbers.units)]];
}

/** Where the worst 5 and 1 per mille and the most worn unit stand; units that nobody wrote to have no place. */
function marksOf({ numbers }: WearEntry): readonly Place[] {
  const { units, permille5, permille1, max } = numbers;
  const places: readonly Place[] = [
    [permille5, 0.005],
    [permille1, 0.001],
    [max, 1 / Math.max(1, units)],
  ];
  return places.filter(([writes]) => writes > 0);
}
