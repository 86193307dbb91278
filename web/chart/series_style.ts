import {
  type SymbolType,
  symbol,
  symbolCircle,
  symbolCross,
  symbolDiamond,
  symbolSquare,
  symbolStar,
  symbolTriangle,
  symbolWye,
} from 'd3-shape';

/** The look that tells a series from the others without its colour. */
export interface SeriesStyle {
  /** Class that sets the colour, `--series`. */
  readonly className: string;
  readonly dash: string | undefined;
  /** Number of the fill pattern of bars. */
  readonly pattern: number;
  readonly mark: (area: number) => string;
}

/** A triangle on its tip: all marks are areas, since a mark that is only strokes has no colour. */
const tip: SymbolType = {
  draw: (path, size) => {
    const y = Math.sqrt(size / (Math.sqrt(3) * 3));
    path.moveTo(0, 2 * y);
    path.lineTo(-Math.sqrt(3) * y, -y);
    path.lineTo(Math.sqrt(3) * y, -y);
    path.closePath();
  },
};
const SHAPES: readonly SymbolType[] = [
  symbolCircle,
  symbolSquare,
  symbolTriangle,
  symbolDiamond,
  symbolCross,
  symbolStar,
  symbolWye,
  tip,
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
/** The number of looks that go with the colours. */
export const STYLES = SHAPES.length;
/**
 * The looks are shifted by so much when the colours begin again: a ninth series does not look like
 * the first.
 */
const TURN = 3;

/** `scale` lengthens the dashes, which grow with the text. */
export function seriesStyle(series: number, scale: number): SeriesStyle {
  const colour = series % STYLES;
  const look = (series + TURN * Math.floor(series / STYLES)) % STYLES;
  const shape = SHAPES[look] ?? symbolCircle;
  return {
    className: `series-${colour + 1}`,
    dash: DASHES[look]?.map((length) => length * scale).join(' '),
    pattern: look,
    mark: (area) => symbol(shape, area)() ?? '',
  };
}
