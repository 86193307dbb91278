import type { ChartPoint } from '../../model/chart_data';
import { sansWidth } from '../../stage/shapes/text_width';
import { type PlotProps, useParts, yAt } from './plot';
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
/** How much of its place a bar fills. */
const FILL = 0.92;

function Bar({ point, n, left, width, plot }: BarProps) {
  const { y, styles, patternId, em, valueText, bandOf, hovered, selected } = useParts();
  const { box } = plot;
  const foot = box.y + box.height;
  const middle = left + width / 2;
  const bounds = bandOf(point);
  const style = styles[n];
  const top = yAt(box, y, point.y ?? 0);
  const quiet = !point.indices.some((each) => each === selected || each === hovered);
  return (
    <g className={style?.className}>
      {bounds && <Bounds {...bounds} left={left} width={width} plot={plot} />}
      {point.y !== undefined && (
        <PointTarget point={point} series={n}>
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
          {quiet && sansWidth(valueText(point.y), em) <= width * 1.5 && (
            <text className="bar-value" x={middle} y={top - 0.4 * em} textAnchor="middle">
              {valueText(point.y)}
            </text>
          )}
        </PointTarget>
      )}
    </g>
  );
}

/** Where the published range puts a bar's end. */
function Bounds({
  low,
  high,
  left,
  width,
  plot,
}: {
  low: number | undefined;
  high: number | undefined;
  left: number;
  width: number;
  plot: PlotProps;
}) {
  const { y, em, patternId } = useParts();
  const { box } = plot;
  const top = high === undefined ? box.y : yAt(box, y, high);
  const bottom = low === undefined ? box.y + box.height : yAt(box, y, low);
  const ends = { x: left - 0.4 * em, width: width + 0.8 * em };
  const height = Math.max(1, bottom - top);
  const edges = [low, high].filter((value) => value !== undefined);
  return (
    <g className="band">
      <rect {...ends} y={top} height={height} className="band-ground" />
      <rect {...ends} y={top} height={height} fill={`url(#${patternId('band')})`} />
      {edges.map((value) => (
        <path
          key={value}
          className="band-edge"
          d={`M${ends.x} ${yAt(box, y, value)}h${ends.width}`}
        />
      ))}
    </g>
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
