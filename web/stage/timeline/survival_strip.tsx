import { memo } from 'react';
import { fateSegments, type Strip } from '../../model/survival';
import type { Trace } from '../../model/trace';
import { useTranslation } from '../../ui/i18n';
import { txnClass } from '../shapes/marks';
import { fit, sansWidth } from '../shapes/text_width';
import type { TimeScale } from './time_scale';

interface SurvivalStripProps {
  readonly trace: Trace;
  readonly strip: Strip;
  readonly scale: TimeScale;
  readonly top: number;
  readonly rowHeight: number;
  readonly labelWidth: number;
}

/** For each transaction and moment: would it always, sometimes or never survive a power cut? */
export const SurvivalStrip = memo(function SurvivalStrip(props: SurvivalStripProps) {
  const { trace, strip, scale, top, rowHeight, labelWidth } = props;
  const { t } = useTranslation();
  return (
    <g>
      {trace.names.transactions.map((txn, row) => {
        const y = top + row * rowHeight;
        return (
          <g key={txn.id} className={txnClass(txn.id)}>
            <text className="lane-name" x={12} y={y + rowHeight - 5}>
              {fit(t('timeline.survives', { txn: txn.name }), labelWidth - 14, sansWidth)}
            </text>
            <g transform={`translate(${labelWidth} 0)`}>
              {fateSegments(strip, txn.id, trace.length).map((segment) => {
                const x0 = scale.xAt(segment.from);
                const x1 = scale.xAt(Math.min(segment.to, trace.length));
                return (
                  <rect
                    key={segment.from}
                    className={`fate ${segment.fate}${segment.exact ? '' : ' sampled'}`}
                    x={x0 + 0.5}
                    y={y + 0.5}
                    width={Math.max(1.5, x1 - x0 - 1)}
                    height={rowHeight - 5}
                  >
                    <title>{t(`outlook.${segment.fate}`)}</title>
                  </rect>
                );
              })}
            </g>
          </g>
        );
      })}
    </g>
  );
});
