import { area, line } from 'd3-shape';
import type { ChartPoint, ChartSeries } from '../../model/chart_data';
import { sansWidth } from '../../stage/shapes/text_width';
import { bandNamePlace, type Spot } from './band_name';
import { type PlotProps, useParts, yAt } from './plot';
import { ErrorBar, PointTarget, ValueLabels } from './point_target';
import type { YAxis } from './scales';

interface At {
  readonly x: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
}

/** Every line of a plot, in pixels. */
function linesOf({ facet, box, x }: PlotProps, axis: YAxis): Spot[][] {
  return facet.series.map(({ points }) =>
    points.flatMap((point) =>
      point.y === undefined ? [] : [{ x: x.at(point.x), y: yAt(box, axis, point.y) }],
    ),
  );
}

/** Where the published range puts a series: hatched, with an edge where the range ends. */
function Band({ series, n, plot }: { series: ChartSeries; n: number; plot: PlotProps }) {
  const { bandOf, bandText, y, styles, patternId, em } = useParts();
  const { box, x } = plot;
  const places = series.points.flatMap((point) => {
    const bounds = bandOf(point);
    return bounds ? [{ ...bounds, x: x.at(point.x) }] : [];
  });
  const [first] = places;
  const last = places.at(-1);
  if (!first || !last) return null;
  const wide: At[] = [{ ...first, x: first.x - em }, ...places, { ...last, x: last.x + em }];
  const pixel = (value: number) => yAt(box, y, value);
  const shape = area<At>(
    (at) => at.x,
    ({ low }) => (low === undefined ? box.y + box.height : pixel(low)),
    ({ high }) => (high === undefined ? box.y : pixel(high)),
  );
  const edge = (pick: (at: At) => number | undefined) =>
    line<At>(
      (at) => at.x,
      (at) => pixel(pick(at) ?? 0),
    ).defined((at) => pick(at) !== undefined)(wide) ?? '';
  const edges = ({ x: at, low, high }: At) => ({
    x: at,
    low: low === undefined ? box.y + box.height : pixel(low),
    high: high === undefined ? box.y : pixel(high),
  });
  const drawn = places.map(edges);
  const name = bandNamePlace(
    { first: edges(first), last: edges(last) },
    sansWidth(bandText, em),
    em,
    box,
    [
      ...linesOf(plot, y),
      drawn.map((at) => ({ x: at.x, y: at.low })),
      drawn.map((at) => ({ x: at.x, y: at.high })),
    ],
  );
  return (
    <g className={`band ${styles[n]?.className}`}>
      <path d={shape(wide) ?? ''} className="band-ground" />
      <path d={shape(wide) ?? ''} fill={`url(#${patternId('band')})`} />
      <path d={edge(({ low }) => low)} className="band-edge" />
      <path d={edge(({ high }) => high)} className="band-edge" />
      <text className="band-name" {...name}>
        {bandText}
      </text>
    </g>
  );
}

function Line({ series, n, plot }: { series: ChartSeries; n: number; plot: PlotProps }) {
  const { y, styles, em } = useParts();
  const { box, x } = plot;
  const style = styles[n];
  const path = line<ChartPoint>(
    (point) => x.at(point.x),
    (point) => yAt(box, y, point.y ?? 0),
  ).defined((point) => point.y !== undefined);
  return (
    <g className={style?.className}>
      <path className="line" d={path([...series.points]) ?? ''} strokeDasharray={style?.dash} />
      {series.points.map((point) => {
        if (point.y === undefined) return null;
        const [left, top] = [x.at(point.x), yAt(box, y, point.y)];
        return (
          <PointTarget key={String(point.x)} point={point} series={n}>
            {point.indices.length > 1 && (
              <ErrorBar
                x={left}
                low={yAt(box, y, point.low ?? 0)}
                high={yAt(box, y, point.high ?? 0)}
              />
            )}
            <circle className="hit" cx={left} cy={top} r={1.2 * em} />
            <circle className="ring" cx={left} cy={top} r={0.75 * em} />
            <path
              className="mark"
              transform={`translate(${left},${top})`}
              d={style?.mark(0.45 * em * em) ?? ''}
            />
          </PointTarget>
        );
      })}
    </g>
  );
}

/** Lines over numbers. */
export function LinePlot(plot: PlotProps) {
  const { y } = useParts();
  const { series } = plot.facet;
  const key = (each: ChartSeries) => JSON.stringify(each.coordinates);
  return (
    <>
      {series.map((each, n) => (
        <Band key={key(each)} series={each} n={n} plot={plot} />
      ))}
      {series.map((each, n) => (
        <Line key={key(each)} series={each} n={n} plot={plot} />
      ))}
      <ValueLabels
        box={plot.box}
        points={series.flatMap(({ points }) =>
          points.flatMap((point) =>
            point.y === undefined
              ? []
              : [{ point, x: plot.x.at(point.x), y: yAt(plot.box, y, point.y) }],
          ),
        )}
      />
    </>
  );
}
