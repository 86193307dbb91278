import type { TimeAxis } from '../../stage/timeline/time_scale';
import { useTranslation } from '../../ui/i18n';
import { sansWidth } from '../../ui/text_width';
import { useCompare } from '../compare_context';
import { type Clock, phaseEnd } from '../model/clock';
import { useClockText } from '../use_clock_text';

interface ClockHandProps {
  readonly axis: TimeAxis;
  readonly clock: Clock;
  readonly labelWidth: number;
  readonly top: number;
  readonly bottom: number;
}

/** The line at the clock's moment, across both sides. */
export function ClockHand({ axis, clock, labelWidth, top, bottom }: ClockHandProps) {
  const { t } = useTranslation();
  const at = useCompare((state) => state.at);
  const text = useClockText();
  const x = labelWidth + axis.xOf(at.phase, at.time);
  const words = text(at);
  const flip = x + sansWidth(words, 11) + 16 > labelWidth + axis.width;
  return (
    <g
      className="playhead"
      transform={`translate(${x} 0)`}
      role="slider"
      tabIndex={0}
      aria-label={t('timeline.playhead')}
      aria-valuemin={0}
      aria-valuemax={phaseEnd(clock, at.phase)}
      aria-valuenow={at.time}
      aria-valuetext={words}
    >
      <line y1={top - 14} y2={bottom} />
      <path d={`M-7 ${top - 22} h14 v7 l-7 7 l-7 -7z`} />
      <text x={flip ? -12 : 12} y={top - 13} textAnchor={flip ? 'end' : 'start'}>
        {words}
      </text>
    </g>
  );
}
