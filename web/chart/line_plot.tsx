import { line } from 'd3-shape';
import { LineBand } from './line_band';
import { LinePath, Mark } from './marks';
import type { ChartPoint, ChartSeries } from './model/data';
import { type PlotProps, useParts, yAt } from './parts_context';
import { ErrorBar, PointTarget, ValueLabels } from './point_target';

function Line({ series, n, plot }: { series: ChartSeries; n: number; plot: PlotProps }) {
  const { y, styles, em } = useParts();
  const { box, x } = plot;
  const style = styles[n];
  const path = line<ChartPoint>(
    (point) => x.at(point.x),
    (point) => yAt(box, y, point.y ?? 0),
  );
  // The line goes on over what has not been measured yet, so that its shape shows early.
  const known = series.points.filter((point) => point.y !== undefined);
  return (
    <g className={style?.className}>
      <LinePath style={style} d={path(known)} />
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
            <Mark style={style} x={left} y={top} area={0.45 * em * em} />
          </PointTarget>
        );
      })}
    </g>
  );
}

/** Lines over numbers. */
export function LinePlot(plot: PlotProps) {
  const { y, bandOf, direct } = useParts();
  const { series } = plot.facet;
  const named = direct ? series.find(({ points }) => points.some(bandOf)) : undefined;
  const key = (each: ChartSeries) => JSON.stringify(each.coordinates);
  return (
    <>
      {series.map((each, n) => (
        <LineBand key={key(each)} series={each} n={n} plot={plot} named={each === named} />
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
