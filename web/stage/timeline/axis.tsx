import { memo } from 'react';
import { formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { sansWidth } from '../../ui/text_width';
import { type TimeAxis, ticksOf } from './time_scale';

interface AxisProps {
  readonly scale: TimeAxis;
  readonly labelWidth: number;
  readonly top: number;
  readonly height: number;
  /** The pixel at which the drawing ends. */
  readonly until?: number;
}

/** The room right of the last event. */
const EDGE = 22;

/** Enough digits to tell neighbouring ticks apart. */
function tickText(time: number, step: number): string {
  const [size, unit] =
    time >= 1e6 ? [1e6, 'ms'] : time >= 1e3 || step >= 1e3 ? [1e3, 'µs'] : [1, 'ns'];
  const digits = Math.max(0, Math.ceil(-Math.log10(step / size) - 1e-9));
  return time === 0 ? '0' : `${(time / size).toFixed(Math.min(4, digits))} ${unit}`;
}

/**
 * The time under the lanes, the power cuts across them, and the places where the axis is shortened.
 */
export const Axis = memo(function Axis({
  scale,
  labelWidth,
  top,
  height,
  until = Number.POSITIVE_INFINITY,
}: AxisProps) {
  const { t } = useTranslation();
  const { ticks, step } = ticksOf(scale, 78);
  // A tick's time is in the middle of its text; a tick whose text would leave the timeline has
  // none.
  const isWhole = ({ x, time }: { x: number; time: number }) =>
    x + sansWidth(tickText(time, step)) / 2 <= scale.width + EDGE;
  return (
    <g transform={`translate(${labelWidth} 0)`}>
      {ticks
        .filter(({ x }) => x <= until)
        .filter(isWhole)
        .map((tick) => (
          <text key={`${tick.phase}/${tick.time}`} className="tick" x={tick.x} y={height - 4}>
            {tickText(tick.time, step)}
          </text>
        ))}
      {scale.breaks
        .filter(({ x }) => x <= until)
        .map((gap) => (
          <g key={`${gap.phase}/${gap.from}`} className="axis-break">
            <path d={`M${gap.x - 4} ${height - 16} l3 -5 l2 5 l3 -5`} />
            <title>{formatTime(gap.to - gap.from)}</title>
          </g>
        ))}
      {scale.phases
        .slice(1)
        .filter(({ x0 }) => x0 <= until)
        .map(({ phase, x0 }) => (
          <g key={phase} className="power-cut">
            <rect x={x0 - 22} y={top} width={18} height={height - top - 18} />
            <line x1={x0 - 13} x2={x0 - 13} y1={top} y2={height - 18} />
            <path d={`M${x0 - 11} ${top - 12} l-6 8 h4 l-2 7 l6 -8 h-4 z`} />
            <title>{t('timeline.cut', { number: phase })}</title>
          </g>
        ))}
    </g>
  );
});
