import { scaleLog } from 'd3-scale';
import { curveStepBefore, line } from 'd3-shape';
import { useRef } from 'react';
import { LinePath, Mark } from '../../chart/marks';
import { Plot, plotFrame } from '../../chart/plot';
import { across, exponents, upward } from '../../chart/scales';
import { seriesStyle } from '../../chart/series_style';
import { formatShort } from '../../ui/format/amount';
import { useSize } from '../../ui/hooks/use_size';
import { useTranslation } from '../../ui/i18n';
import { wearTail } from '../model/wear';
import { usePanelWords } from '../words/use_panel_words';
import type { WearEntry } from './entry';

const SIZE = { height: 260, left: 5, head: 1.8 };

/** The lower end of the axis of writes. */
const LEAST = 0.8;

type Place = readonly [number, number];

/** The number of units over their writes: a falling line for each run, both axes logarithmic. */
export function WearTail({ entries, zoom }: { entries: readonly WearEntry[]; zoom: number }) {
  const { language } = useTranslation();
  const w = usePanelWords();
  const place = useRef<HTMLDivElement>(null);
  const { width } = useSize(place);
  const frame = plotFrame(width, zoom, SIZE);
  const { box } = frame;
  const tails = entries.map(({ map }) => wearTail(map));
  const most = Math.max(10, ...entries.map(({ numbers }) => numbers.max));
  const least = 1 / Math.max(10, ...entries.map(({ numbers }) => numbers.units));
  const lowest = Math.floor(Math.log10(least));
  const x = scaleLog([LEAST, most * 1.25], across(box));
  const y = scaleLog([10 ** lowest, 1], upward(box));
  const path = line<Place>(
    ([writes]) => x(writes),
    ([, share]) => y(share),
  ).curve(curveStepBefore);
  const ticks = exponents(0, Math.floor(Math.log10(most * 1.25))).map((power) => 10 ** power);
  return (
    <div ref={place} className="measure-plot">
      {width > 0 && (
        <Plot
          frame={frame}
          label={w('wear.tail')}
          ys={exponents(lowest, 0).map((power) => ({
            at: y(10 ** power),
            text: power === 0 ? '1' : `1/${formatShort(10 ** -power, language)}`,
          }))}
          xs={ticks.map((tick) => ({ at: x(tick), text: formatShort(tick, language) }))}
          yTitle={w('wear.tailUp')}
          xTitle={w('wear.tailAxis')}
        >
          {entries.map((entry, n) => {
            const style = seriesStyle(entry.series, zoom);
            const tail = tails[n] ?? [];
            return (
              <g key={entry.series} className={style.className}>
                <LinePath style={style} d={path(drawn(entry, tail))} />
                {marksOf(entry).map(([writes, share]) => (
                  <Mark
                    key={share}
                    style={style}
                    x={x(writes)}
                    y={y(Math.max(share, 10 ** lowest))}
                    area={60 * zoom * zoom}
                  />
                ))}
              </g>
            );
          })}
        </Plot>
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

/**
 * The places of the worst 5 and 1 per mille and of the most worn unit; units without writes have no
 * place.
 */
function marksOf({ numbers }: WearEntry): readonly Place[] {
  const { units, permille5, permille1, max } = numbers;
  const places: readonly Place[] = [
    [permille5, 0.005],
    [permille1, 0.001],
    [max, 1 / Math.max(1, units)],
  ];
  return places.filter(([writes]) => writes > 0);
}
