import { sansWidth } from '../ui/text_width';
import type { ChartPoint } from './model/data';
import { type PlotProps, useParts, yAt } from './parts_context';
import { PointTarget } from './point_target';

/** The greatest width of a point's bars, in sizes of the text. */
const WIDEST = 9;
/** The part of its place that a bar fills. */
const FILL = 0.9;
/** A bar of a stack that is at least so high says its value. */
const READABLE = 1.4;

interface PartsProps {
  readonly point: ChartPoint;
  readonly left: number;
  readonly width: number;
  readonly plot: PlotProps;
}

/** The measurements of one point, a bar for each metric: on one another, or side by side. */
function Parts({ point, left, width, plot: { box } }: PartsProps) {
  const { y, styles, patternId, em, shortText, stacked } = useParts();
  const parts = point.parts ?? [];
  const pitch = stacked ? width : width / parts.length;
  const breadth = stacked ? width : pitch * FILL;
  let foot = 0;
  const bars = parts.map((value, n) => {
    const from = stacked ? foot : 0;
    foot = from + value;
    const [top, bottom] = [yAt(box, y, from + value), yAt(box, y, from)];
    return { n, value, top, height: bottom - top, x: left + (stacked ? 0 : n * pitch) };
  });
  return (
    <PointTarget point={point} series={0}>
      {bars
        .filter(({ value }) => value > 0)
        .map(({ n, value, top, height, x }) => {
          const place = { x, y: top, width: breadth, height: Math.max(1, height) };
          const text = shortText(value);
          const fits = sansWidth(text, em) <= breadth + (stacked ? 0 : 0.5 * em);
          const inside = stacked && height >= READABLE * em;
          const at = inside ? top + height / 2 + 0.35 * em : top - 0.4 * em;
          return (
            <g key={n} className={styles[n]?.className}>
              <rect className="bar-ground" {...place} />
              <rect
                className="bar"
                {...place}
                fill={`url(#${patternId(styles[n]?.pattern ?? 0)})`}
              />
              {fits && (inside || !stacked) && (
                <text className="bar-value" x={x + breadth / 2} y={at} textAnchor="middle">
                  {text}
                </text>
              )}
            </g>
          );
        })}
    </PointTarget>
  );
}

/** Bars for several metrics of every point. */
export function PartsPlot(plot: PlotProps) {
  const { em, stacked, names } = useParts();
  const { facet, x, box } = plot;
  const most = stacked ? WIDEST * em : WIDEST * em * names.length;
  const width = Math.min(x.band, most);
  return facet.series
    .flatMap(({ points }) => points)
    .filter(({ y }) => y !== undefined)
    .map((point) => (
      <Parts
        key={String(point.x)}
        point={point}
        left={Math.max(box.x, x.at(point.x) - width / 2)}
        width={width}
        plot={plot}
      />
    ));
}
