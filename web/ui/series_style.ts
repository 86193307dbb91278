import {
  type SymbolType,
  symbol,
  symbolAsterisk,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
} from 'd3-shape';

/** How one series differs from the others without its colour. */
export interface SeriesStyle {
  /** Class that sets the colour, `--series`. */
  readonly className: string;
  readonly dash: string | undefined;
  /** Number of the fill pattern of bars. */
  readonly pattern: number;
  readonly mark: (area: number) => string;
}

const SHAPES: readonly SymbolType[] = [
  symbolCircle,
  symbolSquare,
  symbolTriangle,
  symbolDiamond,
  symbolCross,
  symbolStar,
  symbolWye,
  symbolAsterisk,
];
const DASHES: readonly (readonly number[] | undefined)[] = [
  undefined,
  [7, 3],
  [2, 2.5],
  [9, 3, 2, 3],
  [13, 4],
  [4, 2],
  [1, 3],
  [9, 3, 2, 3, 2, 3],
];
/** As many series can be told apart; from then on they begin again. */
export const STYLES = SHAPES.length;

/** `scale`: of dashes, which grow with the text. */
export function seriesStyle(series: number, scale: number): SeriesStyle {
  const n = series % STYLES;
  const shape = SHAPES[n] ?? symbolCircle;
  return {
    className: `series-${n + 1}`,
    dash: DASHES[n]?.map((length) => length * scale).join(' '),
    pattern: n,
    mark: (area) => symbol(shape, area)() ?? '',
  };
}
