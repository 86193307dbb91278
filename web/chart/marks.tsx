import type { SeriesStyle } from './series_style';

interface LinePathProps {
  readonly style: SeriesStyle | undefined;
  readonly d: string | null;
}

/** A line in the look of its series. */
export function LinePath({ style, d }: LinePathProps) {
  return <path className="line" d={d ?? ''} strokeDasharray={style?.dash} />;
}

interface MarkProps {
  readonly style: SeriesStyle | undefined;
  readonly x: number;
  readonly y: number;
  /** The area in square pixels. */
  readonly area: number;
}

/** The mark of a series, on a line or before a name. */
export function Mark({ style, x, y, area }: MarkProps) {
  return <path className="mark" transform={`translate(${x},${y})`} d={style?.mark(area) ?? ''} />;
}
