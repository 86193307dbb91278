import { area, line } from 'd3-shape';
import { sansWidth } from '../ui/text_width';
import { bandNamePlace, type Spot } from './band_name';
import type { ChartSeries } from './model/data';
import { type PlotProps, useParts, yAt } from './parts_context';

/**
 * The published range at one x, in pixels; an open end lies at the plot's edge and is drawn without
 * a line.
 */
interface Reach {
  readonly x: number;
  readonly low: number;
  readonly high: number;
  readonly openBelow: boolean;
  readonly openAbove: boolean;
}

/** Every line of a plot, in pixels. */
function useLines({ facet, box, x }: PlotProps): Spot[][] {
  const { y } = useParts();
  return facet.series.map(({ points }) =>
    points.flatMap((point) =>
      point.y === undefined ? [] : [{ x: x.at(point.x), y: yAt(box, y, point.y) }],
    ),
  );
}

function useReaches(series: ChartSeries, { box, x }: PlotProps): Reach[] {
  const { bandOf, y } = useParts();
  return series.points.flatMap((point) => {
    const bounds = bandOf(point);
    if (!bounds) return [];
    const { low = 0, high = y.top } = bounds;
    return [
      {
        x: x.at(point.x),
        low: yAt(box, y, low),
        high: yAt(box, y, high),
        openBelow: bounds.low === undefined,
        openAbove: bounds.high === undefined,
      },
    ];
  });
}

function BandName({ reaches, plot }: { reaches: readonly Reach[]; plot: PlotProps }) {
  const { bandText, em } = useParts();
  const lines = useLines(plot);
  const [first] = reaches;
  const last = reaches.at(-1);
  if (!first || !last) return null;
  const width = sansWidth(bandText, em);
  const place = bandNamePlace({ first, last }, width, em, plot.box, [
    ...lines,
    reaches.map(({ x, low }) => ({ x, y: low })),
    reaches.map(({ x, high }) => ({ x, y: high })),
  ]);
  return (
    <text className="band-name" {...place}>
      {bandText}
    </text>
  );
}

interface BandProps {
  readonly series: ChartSeries;
  readonly n: number;
  readonly plot: PlotProps;
  /** One name stands for all. */
  readonly named: boolean;
}

/** The published range of a series: hatched, with an edge where the range ends. */
export function LineBand({ series, n, plot, named }: BandProps) {
  const { styles, patternId, em } = useParts();
  const reaches = useReaches(series, plot);
  const [first] = reaches;
  const last = reaches.at(-1);
  if (!first || !last) return null;
  // A range at a single x must be visible, too.
  const wide = [{ ...first, x: first.x - em }, ...reaches, { ...last, x: last.x + em }];
  const at = ({ x }: Reach) => x;
  const shape =
    area<Reach>(
      at,
      ({ low }) => low,
      ({ high }) => high,
    )(wide) ?? '';
  const low = line<Reach>(at, (reach) => reach.low).defined(({ openBelow }) => !openBelow);
  const high = line<Reach>(at, (reach) => reach.high).defined(({ openAbove }) => !openAbove);
  return (
    <g className={`band ${styles[n]?.className}`}>
      <path d={shape} className="band-ground" />
      <path d={shape} fill={`url(#${patternId('band')})`} />
      <path d={low(wide) ?? ''} className="band-edge" />
      <path d={high(wide) ?? ''} className="band-edge" />
      {named && <BandName reaches={reaches} plot={plot} />}
    </g>
  );
}
