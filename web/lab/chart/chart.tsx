import { type KeyboardEvent, type Ref, useId, useRef, useState } from 'react';
import { XTicks, YGrid, type YTick, YTitle } from '../../chart/axes';
import { BarPlot } from '../../chart/bar_plot';
import { type Box, chartLayout, wrapText } from '../../chart/layout';
import { LinePlot } from '../../chart/line_plot';
import type { PointBand } from '../../chart/model/data';
import { type ChartData, type ChartPoint, growsByFactor } from '../../chart/model/data';
import { type Direction, neighbour } from '../../chart/move';
import { boundsOf, type ChartParts, PartsContext, yAt } from '../../chart/parts_context';
import { PartsPlot } from '../../chart/parts_plot';
import { Patterns } from '../../chart/patterns';
import { timeXAxis, xAxis, yAxis } from '../../chart/scales';
import { EndNames, Legend } from '../../chart/series_names';
import { seriesStyle } from '../../chart/series_style';
import { TimePlot } from '../../chart/time_plot';
import { xTicks } from '../../chart/x_ticks';
import type { SweptValue } from '../../engine/protocol/experiment';
import { formatOnAxis, sentenceCase } from '../../ui/format/amount';
import { unitText } from '../../ui/format/unit_text';
import { useTranslation } from '../../ui/i18n';
import type { Names } from '../use_names';
import { usePointWords } from '../words/use_point_words';
import { useTimeWords } from './use_time_words';

interface ChartProps {
  readonly title: string;
  readonly data: ChartData;
  readonly bands: readonly PointBand[];
  readonly names: Names;
  readonly width: number;
  readonly room: number;
  readonly zoom: number;
  readonly selected: number | undefined;
  /** The points that are shown at first look. */
  readonly early: ReadonlySet<number>;
  /**
   * The words of a chart without measurements; they stand in the first of the charts, which is in
   * sight.
   */
  readonly empty?: string | undefined;
  readonly onSelect: (point: number) => void;
  readonly ref: Ref<SVGSVGElement>;
}

const KEYS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};
/** The most lines of a category's name. */
const MOST_LINES = 3;

/** Returns the words and the units of a chart's axes. */
function useAxisWords({ data, bands, names }: ChartProps) {
  const { language, t } = useTranslation();
  const { choice, numeric, xs } = data;
  const timed = useTimeWords(choice, names);
  const y = yAxis(data, names.unit(choice.y), bands);
  // No unit is known to be good before anything has been measured.
  const unit = y.ticks.length > 0 ? unitText(y.unit.unit, t) : '';
  const metric = names.chart({ ...choice, y: data.relative?.metric ?? choice.y });
  const yName = data.time === undefined ? metric : timed.title(metric);
  const yTitle = `${sentenceCase(yName)}${unit === '' ? '' : ` (${unit})`}`;
  const xTitle =
    numeric && growsByFactor(xs)
      ? t('lab.logScale', { title: names.axis(choice.x) })
      : names.axis(choice.x);
  const yText = (value: number) => formatOnAxis(value, y.unit, language);
  const xText = (value: SweptValue) => names.value(choice.x, value);
  return { y, yName, yTitle, xTitle, yText, xText, timed };
}

/** Returns the label of a point: its place and its measurements. */
function usePointLabels(
  { data, names, early }: ChartProps,
  series: readonly string[],
  timed: ReturnType<typeof useTimeWords>,
) {
  const { t } = useTranslation();
  const w = usePointWords();
  const { choice, facets } = data;
  const isEarly = ({ indices }: ChartPoint) => indices.some((index) => early.has(index));
  const amounts = ({ y: end = 0, parts: each }: ChartPoint) =>
    each?.map((value, n) => `${series[n]} ${names.amount(choice.y, value)}`).join(', ') ??
    names.amount(choice.y, end);
  const plain = (point: ChartPoint, n: number) =>
    t('lab.pointLabel', {
      series: series.length > 1 && !point.parts ? `${series[n]}, ` : '',
      x: names.place([{ name: choice.x, value: point.x }]),
      y: amounts(point),
    });
  const ofLine = (point: ChartPoint, n: number) => {
    const line = facets.map(({ series: lines }) => lines[n]?.points ?? []);
    return timed.line(series[n], line.find((points) => points.includes(point)) ?? []);
  };
  const label = (point: ChartPoint, n: number) => {
    const said = data.time === undefined ? plain(point, n) : ofLine(point, n);
    return isEarly(point) ? w('look.label', { point: said }) : said;
  };
  return { isEarly, label };
}

/** The point that the Tab key reaches: the selected one, else the first that was measured. */
function tabbedPoint({ facets }: ChartData, selected: number | undefined): number | undefined {
  const drawn = facets.flatMap((facet) => facet.series.flatMap(({ points }) => points));
  const chosen = drawn.find(({ indices }) => indices.some((each) => each === selected));
  return (chosen ?? drawn.find((point) => point.y !== undefined))?.indices[0];
}

/** Arrow keys go from point to point. */
function usePointKeys(data: ChartData) {
  const drawing = useRef<SVGGElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const direction = KEYS[event.key];
    const from = (event.target as Element).getAttribute('data-point');
    if (!direction || from === null) return;
    event.preventDefault();
    const to = neighbour(data, Number(from), direction);
    drawing.current?.querySelector<SVGGElement>(`[data-point="${to}"]`)?.focus();
  };
  return { drawing, onKeyDown };
}

/** The names of the series that a chart draws. */
const seriesNames = ({ parts, facets }: ChartData, names: Names): readonly string[] =>
  parts?.map(names.part) ??
  facets[0]?.series.map(({ coordinates }) => names.place(coordinates)) ??
  [];

/** Returns the layout of a drawing with its units and words. */
function useChart(props: ChartProps) {
  const { data, bands, names, width, room, zoom, selected } = props;
  const { t } = useTranslation();
  const id = useId();
  const [hovered, setHovered] = useState<number>();
  const words = useAxisWords(props);
  const { choice, numeric, xs, facets } = data;
  const series = seriesNames(data, names);
  const labels = usePointLabels(props, series, words.timed);
  const xLines = numeric ? 1 : linesFor(xs.map(words.xText), width, zoom);
  const layout = chartLayout({
    width,
    room,
    zoom,
    numeric,
    facets: facets.length,
    series,
    xLines,
    titled: (facets[0]?.coordinates.length ?? 0) > 0,
    yLabels: words.y.ticks.map(words.yText),
    ...(bands.length > 0 && { band: t('lab.expected') }),
  });
  const { em } = layout;
  const parts: ChartParts = {
    em,
    y: words.y,
    names: series,
    ...labels,
    selected,
    hovered,
    styles: series.map((_, n) => seriesStyle(n, em / 12)),
    patternId: (pattern) => `${id}-${pattern}`,
    bandOf: (point) => boundsOf(bands, point),
    bandText: t('lab.expected'),
    direct: layout.direct,
    shortText: words.yText,
    valueText: (value) => names.amount(choice.y, value),
    stacked: choice.stacked === true,
    tabbed: tabbedPoint(data, selected),
    onHover: setHovered,
    onSelect: props.onSelect,
  };
  return { words, layout, parts };
}

type Drawn = ReturnType<typeof useChart>;

/** The measurements as lines or bars, with the published range behind. */
export function Chart(props: ChartProps) {
  const { data, names, width } = props;
  const { t } = useTranslation();
  const drawn = useChart(props);
  const { words, layout, parts } = drawn;
  const { drawing, onKeyDown } = usePointKeys(data);
  return (
    <PartsContext value={parts}>
      <svg
        ref={props.ref}
        className="chart"
        role="group"
        aria-label={t('lab.chartLabel', {
          title: props.title,
          y: words.yName,
          x: names.dimension(data.choice.x),
        })}
        width={width}
        height={layout.height}
        viewBox={`0 0 ${width} ${layout.height}`}
      >
        <Patterns />
        <Legend places={layout.legend} lines={data.numeric} />
        <YTitle y={layout.titleY} title={words.yTitle} />
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the points inside have the roles. */}
        <g ref={drawing} onKeyDown={onKeyDown}>
          {data.facets.map((facet, n) => (
            <FacetPlot
              key={JSON.stringify(facet.coordinates)}
              data={data}
              names={names}
              facet={facet}
              drawn={drawn}
              box={layout.boxes[n] as Box}
              empty={n === 0 ? props.empty : undefined}
            />
          ))}
        </g>
      </svg>
    </PartsContext>
  );
}

interface FacetPlotProps {
  readonly data: ChartData;
  readonly names: Names;
  readonly facet: ChartData['facets'][number];
  readonly box: Box;
  readonly drawn: Drawn;
  readonly empty: string | undefined;
}

/** The lines of the grid; there is only the foot before anything is measured. */
const gridOf = ({ words: { y, yText } }: Drawn, box: Box): readonly YTick[] =>
  y.ticks.length === 0
    ? [{ at: box.y + box.height, foot: true }]
    : y.ticks.map((tick) => ({ at: yAt(box, y, tick), text: yText(tick), foot: tick === 0 }));

const plotOf = ({ time, numeric, parts }: ChartData) =>
  time !== undefined ? TimePlot : numeric ? LinePlot : parts ? PartsPlot : BarPlot;

/** One of several charts side by side, with its axes. */
function FacetPlot({ data, names, facet, box, drawn, empty }: FacetPlotProps) {
  const { words, layout } = drawn;
  const { numeric, xs } = data;
  const { em } = layout;
  const time = data.time === undefined ? undefined : timeXAxis(data.time, box, em);
  const x = time ?? xAxis(data, box.x, box.x + box.width, 1.2 * em);
  const ticks = time
    ? words.timed.ticks(time)
    : xTicks({ x, xs, numeric, em, text: words.xText, lines: layout.xLines });
  const Plot = plotOf(data);
  const title = sentenceCase(names.place(facet.coordinates));
  return (
    <g>
      {title !== '' && (
        <text className="facet-title" x={box.x} y={box.y - 0.5 * em}>
          <title>{title}</title>
          {wrapText(title, box.width, em, 1)}
        </text>
      )}
      <YGrid box={box} em={em} ticks={gridOf(drawn, box)} />
      {empty !== undefined && <EmptyNote box={box} em={em} text={empty} />}
      <XTicks
        box={box}
        em={em}
        numeric={numeric}
        ticks={ticks}
        title={sentenceCase(time ? words.timed.foot(time) : words.xTitle)}
        titleAt={1.9 + 1.25 * layout.xLines}
      />
      <Plot facet={facet} box={box} x={x} />
      {layout.direct && <EndNames facet={facet} box={box} x={x} />}
    </g>
  );
}

/** Words in the middle of a chart without points. */
function EmptyNote({ box, em, text }: { box: Box; em: number; text: string }) {
  const lines = wrapText(text, box.width - 2 * em, em, MOST_LINES);
  const x = box.x + box.width / 2;
  const y = box.y + box.height / 2 - (lines.length - 1) * 0.7 * em;
  return (
    <text className="chart-empty" textAnchor="middle" x={x} y={y}>
      {lines.map((line, n) => (
        <tspan key={line} x={x} dy={n === 0 ? 0 : 1.4 * em}>
          {line}
        </tspan>
      ))}
    </text>
  );
}

/** The number of lines that the longest name of a category needs. */
function linesFor(words: readonly string[], width: number, zoom: number): number {
  const em = 12 * zoom;
  const each = (width - 5 * em) / Math.max(1, words.length);
  return Math.max(...words.map((word) => wrapText(word, each * 0.95, em, MOST_LINES).length), 1);
}
