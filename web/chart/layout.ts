import { sansWidth } from '../ui/text_width';

/** A plot's inner rectangle, where data are, in pixels of the chart. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface LegendPlace {
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  /** Size of the chart's text. */
  readonly em: number;
  /** Series are named at the ends of their lines instead of in a legend. */
  readonly direct: boolean;
  readonly legend: readonly LegendPlace[];
  readonly titleY: number;
  readonly boxes: readonly Box[];
  /** Words under a plot, one list a value of x where they take several lines. */
  readonly xLines: number;
}

interface Wanted {
  readonly width: number;
  /** The height that one plot has with its words. */
  readonly room: number;
  readonly zoom: number;
  readonly numeric: boolean;
  readonly facets: number;
  /** Facets have names, even where there is only one. */
  readonly titled?: boolean;
  readonly series: readonly string[];
  readonly yLabels: readonly string[];
  /** The name of the published range, where one is drawn; it stands among the series' names. */
  readonly band?: string;
  readonly xLines: number;
}

const TEXT = 12;
const LEAST_FACET = 260;
/** A chart at most this wide is nearly as high as it is wide. */
const NARROW = 520;
/** The names at the lines' ends may take this fraction of the width. */
const NAMES_SHARE = 0.32;
const MOST_NAMES = 10;
export const SWATCH = 1.7;
/**
 * The fraction of the room that each of several rows of plots takes: two rows are visible at once.
 */
const ROW = 0.55;

/**
 * The places of everything in a chart. Sizes follow the text's, so that a projection only needs a
 * larger text.
 */
export function chartLayout(wanted: Wanted): ChartLayout {
  const { width, zoom, facets, series, xLines } = wanted;
  const em = TEXT * zoom;
  const measure = (text: string) => sansWidth(text, em);
  const names = Math.max(0, ...series.map(measure)) + 1.2 * em;
  const several = series.length > 1;
  const direct =
    several &&
    wanted.numeric &&
    facets === 1 &&
    series.length <= MOST_NAMES &&
    names <= width * NAMES_SHARE;
  const band = wanted.band === undefined ? [] : [wanted.band];
  const legend = direct ? [] : legendPlaces([...(several ? series : []), ...band], width, em);
  const legendHeight = (legend.at(-1)?.y ?? -0.6 * em) + 0.6 * em;
  // Digits of equal width and capitals are wider than running text.
  const left = Math.max(2 * em, ...wanted.yLabels.map((text) => 1.15 * measure(text))) + 0.7 * em;
  const right = direct ? names : 0.9 * em;
  const most = Math.max(1, Math.min(facets, Math.floor(width / (LEAST_FACET * zoom))));
  // Rows are as few and as even as possible: four plots are set two and two, not three and one.
  const rows = Math.ceil(facets / most);
  const columns = Math.ceil(facets / rows);
  const cell = width / columns;
  const head = (facets > 1 || wanted.titled ? 2.2 : 1) * em;
  const foot = (2.6 + 1.25 * xLines) * em;
  const titleY = legendHeight + 1.2 * em;
  const shape = facets > 1 || width < NARROW * zoom ? 0.75 : 0.5;
  const room = rows > 1 ? wanted.room * ROW : wanted.room - titleY;
  const plot = Math.max(11 * em, Math.min((cell - left - right) * shape, room - head - foot));
  const boxes = Array.from({ length: facets }, (_, n) => ({
    x: (n % columns) * cell + left,
    y: titleY + head + Math.floor(n / columns) * (head + plot + foot),
    width: Math.max(1, cell - left - right),
    height: plot,
  }));
  const height = Math.ceil(titleY + rows * (head + plot + foot));
  return { width, height, em, direct, legend, titleY, boxes, xLines };
}

function legendPlaces(series: readonly string[], width: number, em: number): LegendPlace[] {
  let x = 0;
  let y = 1.1 * em;
  return series.map((text) => {
    const size = (SWATCH + 0.5) * em + sansWidth(text, em) + 1.2 * em;
    if (x > 0 && x + size > width) {
      x = 0;
      y += 1.6 * em;
    }
    const place = { x, y, text };
    x += size;
    return place;
  });
}

/**
 * Breaks a name between words (Chinese: anywhere) into lines of at most `width`, at most `most`.
 */
export function wrapText(text: string, width: number, em: number, most: number): string[] {
  const pieces = text.match(/[\u2e80-\uffff]|[^\s\u2e80-\uffff]+\s*/g) ?? [text];
  const lines: string[] = [];
  let line = '';
  for (const piece of pieces) {
    if (line !== '' && sansWidth((line + piece).trimEnd(), em) > width) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  lines.push(line.trimEnd());
  if (lines.length <= most) return lines;
  return [...lines.slice(0, most - 1), `${lines[most - 1]}…`];
}
