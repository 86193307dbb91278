import type { KeyboardEvent, ReactNode } from 'react';
import { sansWidth } from '../ui/text_width';
import type { Box } from './layout';
import type { ChartPoint } from './model/data';
import { useParts } from './parts_context';

interface PointTargetProps {
  readonly point: ChartPoint;
  readonly series: number;
  readonly children: ReactNode;
}

/** A drawn point that can be pointed at, focused and chosen. */
export function PointTarget({ point, series, children }: PointTargetProps) {
  const parts = useParts();
  const index = point.indices[0] ?? 0;
  const chosen = point.indices.some((each) => each === parts.selected);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    parts.onSelect(index);
  };
  return (
    <g
      className={`point${chosen ? ' chosen' : ''}${parts.isEarly(point) ? ' early' : ''}`}
      role="button"
      tabIndex={parts.tabbed === index ? 0 : -1}
      aria-label={parts.label(point, series)}
      aria-pressed={chosen}
      data-point={index}
      onClick={() => parts.onSelect(index)}
      onKeyDown={onKeyDown}
      onFocus={() => parts.onHover(index)}
      onBlur={() => parts.onHover(undefined)}
      onPointerEnter={() => parts.onHover(index)}
      onPointerLeave={() => parts.onHover(undefined)}
    >
      {children}
    </g>
  );
}

interface ValueLabelsProps {
  readonly points: readonly {
    readonly point: ChartPoint;
    readonly x: number;
    readonly y: number;
  }[];
  readonly box: Box;
}

/** The values of the points that are chosen or pointed at, over everything else. */
export function ValueLabels({ points, box }: ValueLabelsProps) {
  const { em, hovered, selected, valueText } = useParts();
  return points
    .filter(({ point: { indices } }) =>
      indices.some((index) => index === hovered || index === selected),
    )
    .map(({ point, x, y }) => {
      const text = valueText(point.y ?? 0);
      const half = sansWidth(text, em) / 2;
      const left = Math.max(box.x + half, Math.min(x, box.x + box.width - half));
      return (
        <text
          key={point.indices[0]}
          className="point-value"
          x={left}
          y={y - 0.95 * em}
          textAnchor="middle"
        >
          {text}
        </text>
      );
    });
}

/** A bar that shows how far the values of several seeds lie apart. */
export function ErrorBar({ x, low, high }: { x: number; low: number; high: number }) {
  const { em } = useParts();
  const arm = 0.35 * em;
  return (
    <path
      className="error-bar"
      d={`M${x - arm} ${low}h${2 * arm}M${x - arm} ${high}h${2 * arm}M${x} ${low}V${high}`}
    />
  );
}
