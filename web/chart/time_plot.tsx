import { line } from 'd3-shape';
import { LinePath, Mark } from './marks';
import type { ChartPoint } from './model/data';
import { type PlotProps, useParts, yAt } from './parts_context';
import { PointTarget } from './point_target';

/** Lines over time; each is one run and is chosen as a whole. */
export function TimePlot({ facet, box, x }: PlotProps) {
  const { y, styles, em } = useParts();
  const path = line<ChartPoint>(
    (point) => x.at(point.x),
    (point) => yAt(box, y, point.y ?? 0),
  );
  return facet.series.map(({ coordinates, points }, n) => {
    const last = points.at(-1);
    if (!last) return null;
    const d = path([...points]);
    const style = styles[n];
    return (
      <g key={JSON.stringify(coordinates)} className={style?.className}>
        <PointTarget point={last} series={n}>
          <path className="hit-line" d={d ?? ''} />
          <path className="ring" d={d ?? ''} />
          <LinePath style={style} d={d} />
          <Mark style={style} x={x.at(last.x)} y={yAt(box, y, last.y ?? 0)} area={0.45 * em * em} />
        </PointTarget>
      </g>
    );
  });
}
