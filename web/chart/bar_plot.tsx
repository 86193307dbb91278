import { sansWidth } from '../ui/text_width';
import type { ChartPoint } from './model/data';
import { type Bounds, type PlotProps, useParts, yAt } from './parts_context';
import { ErrorBar, PointTarget, ValueLabels } from './point_target';

interface BarProps {
  readonly point: ChartPoint;
  readonly n: number;
  readonly left: number;
  readonly width: number;
  readonly plot: PlotProps;
}

/** The widest that a bar may be, in sizes of the text. */
const WIDEST = 5;
/** The part of its place that a bar fills. */
const FILL = 0.92;

function Bar({ point, n, left, width, plot }: BarProps) {
  const { y, styles, patternId, em, shortText, bandOf, hovered, selected } = useParts();
  const { box } = plot;
  const foot = box.y + box.height;
  const middle = left + width / 2;
  const bounds = bandOf(point);
  const style = styles[n];
  const top = yAt(box, y, point.y ?? 0);
  const quiet = !point.indices.some((each) => each === selected || each === hovered);
  return (
    <g className={style?.className}>
      {bounds && <Ground {...bounds} left={left} width={width} plot={plot} />}
      {point.y !== undefined && (
        <PointTarget point={point} series={n}>
          <rect
            className="bar-ground"
            x={left}
            y={top}
            width={width}
            height={Math.max(1, foot - top)}
          />
          <rect
            className="bar"
            x={left}
            y={top}
            width={width}
            height={Math.max(1, foot - top)}
            fill={`url(#${patternId(style?.pattern ?? 0)})`}
          />
          {point.indices.length > 1 && (
            <ErrorBar
              x={middle}
              low={yAt(box, y, point.low ?? 0)}
              high={yAt(box, y, point.high ?? 0)}
            />
          )}
          {quiet && sansWidth(shortText(point.y), em) <= width + 0.5 * em && (
            <text className="bar-value" x={middle} y={top - 0.4 * em} textAnchor="middle">
              {shortText(point.y)}
            </text>
          )}
        </PointTarget>
      )}
      {bounds && <Edges {...bounds} left={left} width={width} plot={plot} />}
    </g>
  );
}

interface BoundsProps extends Bounds {
  readonly left: number;
  readonly width: number;
  readonly plot: PlotProps;
}

/** A published range is a little wider than its bar. */
const REACH = 0.4;

/** The ground behind a bar: the published range of its end. */
function Ground({ low, high, left, width, plot: { box } }: BoundsProps) {
  const { y, em, patternId } = useParts();
  const top = high === undefined ? box.y : yAt(box, y, high);
  const bottom = low === undefined ? box.y + box.height : yAt(box, y, low);
  const place = {
    x: left - REACH * em,
    y: top,
    width: width + 2 * REACH * em,
    height: Math.max(1, bottom - top),
  };
  return (
    <g className="band">
      <rect {...place} className="band-ground" />
      <rect {...place} fill={`url(#${patternId('band')})`} />
    </g>
  );
}

/** The ends of the published range, across the bar. */
function Edges({ low, high, left, width, plot: { box } }: BoundsProps) {
  const { y, em } = useParts();
  return [low, high].map(
    (value, n) =>
      value !== undefined && (
        <path
          key={n === 0 ? 'low' : 'high'}
          className="bar-edge"
          d={`M${left - REACH * em} ${yAt(box, y, value)}h${width + 2 * REACH * em}`}
        />
      ),
  );
}

/** Bars in groups. */
export function BarPlot(plot: PlotProps) {
  const { em, y } = useParts();
  const { facet, x, box } = plot;
  const count = facet.series.length;
  const pitch = Math.min(x.band / count, WIDEST * em);
  const width = pitch * FILL;
  const bars = facet.series.flatMap((series, n) =>
    series.points.map((point) => ({
      point,
      n,
      left: x.at(point.x) + (n - count / 2) * pitch + (pitch - width) / 2,
    })),
  );
  return (
    <>
      {bars.map((bar) => (
        <Bar key={JSON.stringify([bar.n, bar.point.x])} {...bar} width={width} plot={plot} />
      ))}
      <ValueLabels
        box={box}
        points={bars
          .filter(({ point }) => point.y !== undefined)
          .map(({ point, left }) => ({
            point,
            x: left + width / 2,
            y: yAt(box, y, point.y ?? 0) + 0.5 * em,
          }))}
      />
    </>
  );
}
