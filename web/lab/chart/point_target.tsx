import type { KeyboardEvent, ReactNode } from 'react';
import type { ChartPoint } from '../../model/chart_data';
import { useParts } from './plot';

interface PointTargetProps {
  readonly point: ChartPoint;
  readonly series: number;
  readonly x: number;
  readonly y: number;
  readonly children: ReactNode;
}

/** A drawn point that can be pointed at, focused and chosen; its value shows while it is. */
export function PointTarget({ point, series, x, y, children }: PointTargetProps) {
  const parts = useParts();
  const index = point.indices[0] ?? 0;
  const chosen = point.indices.some((each) => each === parts.selected);
  const shown = chosen || parts.hovered === index;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    parts.onSelect(index);
  };
  return (
    <g
      className={`point${chosen ? ' chosen' : ''}`}
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
      {shown && point.y !== undefined && (
        <text className="point-value" x={x} y={y - 0.9 * parts.em} textAnchor="middle">
          {parts.valueText(point.y)}
        </text>
      )}
    </g>
  );
}

/** How far the values of several seeds are apart. */
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
