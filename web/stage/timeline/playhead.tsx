import type { Trace } from '../../model/trace/trace';
import { timeAt } from '../../model/trace/trace';
import { useOnStage, usePosition } from '../../store/stage/stage_context';
import { formatExactTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { useSentence } from '../../ui/sentence/use_sentence';
import { fit, sansWidth } from '../../ui/text_width';
import { isAsked } from '../open_question';
import type { TimeScale } from './time_scale';

interface PlayheadProps {
  readonly trace: Trace;
  readonly scale: TimeScale;
  readonly labelWidth: number;
  readonly top: number;
  readonly bottom: number;
}

/** The line at the current position. It alone follows a drag immediately; the rest comes after. */
export function Playhead({ trace, scale, labelWidth, top, bottom }: PlayheadProps) {
  const { t } = useTranslation();
  const at = usePosition();
  const sentence = useSentence();
  const x = labelWidth + scale.xAt(at);
  const silent = useOnStage(isAsked);
  const time = formatExactTime(timeAt(trace, at));
  const words = silent ? time : `${time} · ${sentence(at)}`;
  const right = labelWidth + scale.width;
  const flip = x + sansWidth(words, 11) + 16 > right;
  const room = flip ? x - 24 : right - x;
  return (
    <g
      className="playhead"
      transform={`translate(${x} 0)`}
      role="slider"
      tabIndex={0}
      aria-label={t('timeline.playhead')}
      aria-valuemin={0}
      aria-valuemax={trace.length}
      aria-valuenow={at}
      aria-valuetext={words}
    >
      <line y1={top - 14} y2={bottom} />
      <path d={`M-7 ${top - 22} h14 v7 l-7 7 l-7 -7z`} />
      <text x={flip ? -12 : 12} y={top - 13} textAnchor={flip ? 'end' : 'start'}>
        {fit(words, Math.max(80, room), (text) => sansWidth(text, 11))}
      </text>
    </g>
  );
}
