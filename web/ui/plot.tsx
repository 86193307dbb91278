import type { PointerEvent, ReactNode } from 'react';
import './plot.css';

const EM = 12;
/** Room at the right and below, in sizes of the text. */
const RIGHT = 1;
const FOOT = 2.8;

/** Where a plot's axes stand, in pixels. */
export interface PlotBox {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly head: number;
  readonly foot: number;
  /** Size of the text. */
  readonly em: number;
}

/** `left` and `head`: room for the values of the upward axis, and for its title, in sizes of the text. */
export function plotBox(
  width: number,
  zoom: number,
  { height, left, head }: { height: number; left: number; head: number },
): PlotBox {
  const em = EM * zoom;
  return {
    ...{ width, em, height: height * zoom },
    left: left * em,
    right: Math.max(left * em + 1, width - RIGHT * em),
    head: head * em,
    foot: height * zoom - FOOT * em,
  };
}

/** A value on an axis. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

interface PlotProps {
  readonly box: PlotBox;
  readonly label: string;
  readonly xs: readonly Tick[];
  readonly ys: readonly Tick[];
  readonly xTitle: string;
  readonly yTitle?: string;
  /** Told where it is pointed at, in pixels from the left. */
  readonly onPoint?: (x: number) => void;
  readonly children: ReactNode;
}

/** Two axes, and what is drawn over them. */
export function Plot({ box, label, xs, ys, xTitle, yTitle, onPoint, children }: PlotProps) {
  const { width, height, left, right, foot, em } = box;
  const point = (event: PointerEvent<SVGSVGElement>) => {
    if (event.buttons === 0) return;
    onPoint?.(event.clientX - event.currentTarget.getBoundingClientRect().left);
  };
  return (
    <svg
      className={onPoint ? 'plot pointed' : 'plot'}
      width={width}
      height={height}
      style={{ fontSize: em }}
      role="img"
      aria-label={label}
      onPointerDown={point}
      onPointerMove={point}
    >
      {yTitle && (
        <text className="axis-title" x={0} y={0.9 * em}>
          ↑ {yTitle}
        </text>
      )}
      {ys.map(({ at, text }) => (
        <g key={text}>
          <line className="gridline" x1={left} x2={right} y1={at} y2={at} />
          <text x={left - em / 2} y={at} dy="0.35em" textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      {xs.map(({ at, text }) => (
        <g key={text} transform={`translate(${at},${foot})`}>
          <line className="tick" y2={4} />
          <text y="1.4em" textAnchor="middle">
            {text}
          </text>
        </g>
      ))}
      <text className="axis-title" x={right} y={height - 0.3 * em} textAnchor="end">
        {xTitle} →
      </text>
      {children}
    </svg>
  );
}

/** A line from top to bottom. */
export function PlotHand({ box, at, className = 'hand' }: PlotHandProps) {
  return <line className={className} x1={at} x2={at} y1={box.head} y2={box.foot} />;
}

interface PlotHandProps {
  readonly box: PlotBox;
  readonly at: number;
  readonly className?: string;
}
