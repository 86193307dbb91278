import type { SweptValue } from '../../engine/protocol/experiment';
import { sansWidth } from '../../stage/shapes/text_width';
import { type Box, wrapText } from './layout';
import { useParts, yAt } from './plot';
import { fittingLabels, type XAxis } from './scales';

interface YGridProps {
  readonly box: Box;
  readonly text: (value: number) => string;
}

/** Gridlines with their values; the line at zero is the plot's foot. */
export function YGrid({ box, text }: YGridProps) {
  const { y, em } = useParts();
  return (
    <g className="y-axis">
      {y.ticks.map((tick) => {
        const at = Math.round(yAt(box, y, tick)) + 0.5;
        return (
          <g key={tick}>
            <line
              className={tick === 0 ? 'foot' : 'gridline'}
              x1={box.x}
              x2={box.x + box.width}
              y1={at}
              y2={at}
            />
            <text x={box.x - 0.5 * em} y={at} dy="0.35em" textAnchor="end">
              {text(tick)}
            </text>
          </g>
        );
      })}
      {y.ticks.length === 0 && (
        <line
          className="foot"
          x1={box.x}
          x2={box.x + box.width}
          y1={box.y + box.height}
          y2={box.y + box.height}
        />
      )}
    </g>
  );
}

interface XTicksProps {
  readonly box: Box;
  readonly x: XAxis;
  readonly xs: readonly SweptValue[];
  readonly text: (value: SweptValue) => string;
  readonly title: string;
  readonly numeric: boolean;
  readonly lines: number;
}

/** The values that were measured, and what they are of. */
export function XTicks({ box, x, xs, text, title, numeric, lines }: XTicksProps) {
  const { em } = useParts();
  const words = xs.map((value) =>
    numeric ? [text(value)] : wrapText(text(value), x.band * 1.2, em, lines),
  );
  const widths = words.map((each) => Math.max(...each.map((line) => sansWidth(line, em))));
  const shown = fittingLabels(
    xs.map((value, n) => ({ at: x.at(value), width: widths[n] ?? 0 })),
    numeric ? 0.5 * em : 0.25 * em,
  );
  const foot = box.y + box.height;
  return (
    <g className="x-axis">
      {xs.map((value, n) => (
        <g key={String(value)} transform={`translate(${x.at(value)},${foot})`}>
          {numeric && <line className="tick" y2={0.4 * em} />}
          {shown[n] && (
            <text textAnchor="middle">
              {words[n]?.map((line, m) => (
                <tspan key={line} x={0} y={(1.5 + 1.25 * m) * em}>
                  {line}
                </tspan>
              ))}
            </text>
          )}
        </g>
      ))}
      <text
        className="axis-title"
        x={box.x + box.width}
        y={foot + (1.9 + 1.25 * lines) * em}
        textAnchor="end"
      >
        {numeric ? `${title} →` : title}
      </text>
    </g>
  );
}
