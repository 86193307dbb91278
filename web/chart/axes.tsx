import type { Box } from './layout';

/** A gridline, with its value where it has one. */
export interface YTick {
  readonly at: number;
  readonly text?: string;
  /** The line at zero, which carries the plot. */
  readonly foot?: boolean;
}

/** A value along the foot; without lines of words it is left unnamed. */
export interface XTick {
  readonly at: number;
  readonly key: string;
  readonly lines: readonly string[];
}

interface YGridProps {
  readonly box: Box;
  readonly em: number;
  readonly ticks: readonly YTick[];
}

/** Gridlines with their values. */
export function YGrid({ box, em, ticks }: YGridProps) {
  return (
    <g className="y-axis">
      {ticks.map(({ at, text, foot }) => {
        // A line is thinnest in the middle of a pixel.
        const y = Math.round(at) + 0.5;
        return (
          <g key={at}>
            <line
              className={foot ? 'foot' : 'gridline'}
              x1={box.x}
              x2={box.x + box.width}
              y1={y}
              y2={y}
            />
            {text !== undefined && (
              <text x={box.x - 0.5 * em} y={y} dy="0.35em" textAnchor="end">
                {text}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

interface XTicksProps {
  readonly box: Box;
  readonly em: number;
  readonly ticks: readonly XTick[];
  /** Draws numbers along the foot: each has its place on a line, and the line goes on. */
  readonly numeric: boolean;
  readonly title: string;
  /** The distance of the title below the foot, in sizes of the text. */
  readonly titleAt: number;
}

/** The values along the foot, and the title that says what they are. */
export function XTicks({ box, em, ticks, numeric, title, titleAt }: XTicksProps) {
  const foot = box.y + box.height;
  return (
    <g className="x-axis">
      {ticks.map(({ at, key, lines }) => (
        <g key={key} transform={`translate(${at},${foot})`}>
          {numeric && <line className="tick" y2={0.4 * em} />}
          {lines.length > 0 && (
            <text textAnchor="middle">
              {lines.map((line, n) => (
                <tspan key={line} x={0} y={(1.5 + 1.25 * n) * em}>
                  {line}
                </tspan>
              ))}
            </text>
          )}
        </g>
      ))}
      <text className="axis-title" x={box.x + box.width} y={foot + titleAt * em} textAnchor="end">
        {numeric ? `${title} →` : title}
      </text>
    </g>
  );
}

/** The title of the upward axis, above the plot. */
export function YTitle({ y, title }: { y: number; title: string }) {
  return (
    <text className="axis-title" x={0} y={y}>
      ↑ {title}
    </text>
  );
}
