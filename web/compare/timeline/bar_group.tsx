import type { ReactNode } from 'react';
import { useTranslation } from '../../ui/i18n';
import { fit, sansWidth } from '../../ui/text_width';
import { SIDES } from '../compare_context';

/** The height of one bar's row, and of a pair of them with the room below. */
export const BAR = 15;
export const GROUP = 2 * BAR + 9;

interface BarGroupProps {
  readonly name: string;
  readonly className: string;
  readonly top: number;
  readonly labelWidth: number;
  /** Draws a side's bar; its origin is the left end of the axis, at the top of the row. */
  readonly bar: (side: 0 | 1) => ReactNode;
}

/** One transaction or recovery as it went on both sides, left above right. */
export function BarGroup({ name, className, top, labelWidth, bar }: BarGroupProps) {
  const { t } = useTranslation();
  return (
    <g className={`bar-group ${className}`}>
      <text className="bar-name" x={12} y={top + BAR + 3}>
        {fit(name, labelWidth - 52, sansWidth)}
      </text>
      {([0, 1] as const).map((side) => (
        <g key={SIDES[side]}>
          <text
            className="lane-name"
            x={labelWidth - 8}
            y={top + side * BAR + BAR - 3}
            textAnchor="end"
          >
            {t(`compare.side.${SIDES[side]}`)}
          </text>
          <g transform={`translate(${labelWidth} ${top + side * BAR})`}>{bar(side)}</g>
        </g>
      ))}
    </g>
  );
}
