import { createContext, useContext } from 'react';
import type { Box } from './layout';
import type { ChartFacet, ChartPoint, PointBand } from './model/data';
import type { XAxis, YAxis } from './scales';
import type { SeriesStyle } from './series_style';

/** The values that every part of a chart needs. */
export interface ChartParts {
  readonly em: number;
  readonly y: YAxis;
  readonly styles: readonly SeriesStyle[];
  readonly names: readonly string[];
  /** Name of a fill pattern, to be referred to. */
  readonly patternId: (pattern: number | 'band') => string;
  readonly bandOf: (point: ChartPoint) => Bounds | undefined;
  readonly bandText: string;
  /** True for a point that is shown at first look. */
  readonly isEarly: (point: ChartPoint) => boolean;
  /** True in a chart of several metrics whose bars stand on one another. */
  readonly stacked: boolean;
  /** Series are named beside their lines, not in a legend. */
  readonly direct: boolean;
  readonly label: (point: ChartPoint, series: number) => string;
  readonly valueText: (value: number) => string;
  /** A value as the axis writes it. */
  readonly shortText: (value: number) => string;
  /**
   * Points by their index in the plan: chosen, under the pointer or focus, and first in the Tab
   * order.
   */
  readonly selected: number | undefined;
  readonly hovered: number | undefined;
  readonly tabbed: number | undefined;
  readonly onHover: (point: number | undefined) => void;
  readonly onSelect: (point: number) => void;
}

export interface Bounds {
  readonly low: number | undefined;
  readonly high: number | undefined;
}

export interface PlotProps {
  readonly facet: ChartFacet;
  readonly box: Box;
  readonly x: XAxis;
}

export const PartsContext = createContext<ChartParts | undefined>(undefined);

export function useParts(): ChartParts {
  const parts = useContext(PartsContext);
  if (!parts) throw new Error('a part of a chart stands outside of one');
  return parts;
}

/** The pixel of a value. */
export const yAt = (box: Box, axis: YAxis, value: number) =>
  box.y + box.height * (1 - Math.min(1, value / axis.top));

/** The published range at a place of the chart: the mean over several seeds. */
export function boundsOf(bands: readonly PointBand[], { indices }: ChartPoint): Bounds | undefined {
  const here = bands.filter(({ point }) => indices.includes(point));
  if (here.length === 0) return undefined;
  const mean = (pick: (band: PointBand) => number | undefined) => {
    const values = here.map(pick);
    if (values.some((value) => value === undefined)) return undefined;
    return (values as number[]).reduce((sum, value) => sum + value, 0) / values.length;
  };
  return { low: mean(({ low }) => low), high: mean(({ high }) => high) };
}
