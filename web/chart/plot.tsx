import type { PointerEvent, ReactNode } from 'react';
import { XTicks, YGrid, YTitle } from './axes';
import type { Box } from './layout';
import './chart.css';

const EM = 12;
/**
 * The room at the right and below, and the distance of the title below the foot, in sizes of the
 * text.
 */
const RIGHT = 1;
const FOOT = 2.8;
const TITLE = 2.5;

/** A plot's size and where its data are drawn, in pixels. */
export interface PlotFrame {
  readonly width: number;
  readonly height: number;
  readonly box: Box;
  /** Size of the text. */
  readonly em: number;
}

/**
 * `left` and `head` are the room for the values of the upward axis and for its title, in sizes of
 * the text.
 */
export function plotFrame(
  width: number,
  zoom: number,
  { height, left, head }: { height: number; left: number; head: number },
): PlotFrame {
  const em = EM * zoom;
  const box = {
    x: left * em,
    y: head * em,
    width: Math.max(1, width - (left + RIGHT) * em),
    height: height * zoom - (head + FOOT) * em,
  };
  return { width, height: height * zoom, box, em };
}

/** A value on an axis. */
export interface Tick {
  readonly at: number;
  readonly text: string;
}

interface PlotProps {
  readonly frame: PlotFrame;
  readonly label: string;
  readonly xs: readonly Tick[];
  readonly ys: readonly Tick[];
  readonly xTitle: string;
  readonly yTitle?: string;
  /** Receives the place of the pointer, in pixels from the left. */
  readonly onPoint?: (x: number) => void;
  readonly children: ReactNode;
}

/** Two axes, and the drawing over them. */
export function Plot({ frame, label, xs, ys, xTitle, yTitle, onPoint, children }: PlotProps) {
  const { width, height, box, em } = frame;
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
      {yTitle && <YTitle y={0.9 * em} title={yTitle} />}
      <YGrid box={box} em={em} ticks={ys} />
      <XTicks
        box={box}
        em={em}
        numeric
        ticks={xs.map(({ at, text }) => ({ at, key: text, lines: [text] }))}
        title={xTitle}
        titleAt={TITLE}
      />
      {children}
    </svg>
  );
}

interface PlotHandProps {
  readonly frame: PlotFrame;
  readonly at: number;
  readonly className?: string;
}

/** A line from top to bottom. */
export function PlotHand({ frame: { box }, at, className = 'hand' }: PlotHandProps) {
  return <line className={className} x1={at} x2={at} y1={box.y} y2={box.y + box.height} />;
}
