import { memo } from 'react';
import { fateSegments, type Strip } from '../../model/trace/survival';
import type { Trace } from '../../model/trace/trace';
import { useTranslation } from '../../ui/i18n';
import { fit, sansWidth } from '../../ui/text_width';
import { txnClass } from '../shapes/marks';
import type { TimeScale } from './time_scale';

interface SurvivalStripProps {
  readonly trace: Trace;
  readonly strip: Strip;
  readonly scale: TimeScale;
  readonly top: number;
  readonly rowHeight: number;
  readonly labelWidth: number;
  /** Fates are drawn before this position; undefined: wherever they are known. */
  readonly until: number | undefined;
  /** Only these transactions have a row; undefined: all. */
  readonly begun: ReadonlySet<number> | undefined;
  /** So many rows have a place; the newest transactions have them. */
  readonly rows: number;
}

/** For each transaction and moment: would it always, sometimes or never survive a power cut? */
export const SurvivalStrip = memo(function SurvivalStrip(props: SurvivalStripProps) {
  const { trace, scale, top, rowHeight, labelWidth, until, begun } = props;
  const end = Math.min(trace.length + 1, until ?? Number.POSITIVE_INFINITY);
  const strip = props.strip.filter(({ at }) => at < end);
  const { t } = useTranslation();
  const shown = trace.names.transactions.filter(({ id }) => !begun || begun.has(id));
  return (
    <g>
      {shown.slice(-props.rows).map((txn, row) => {
        const y = top + row * rowHeight;
        return (
          <g key={txn.id} className={txnClass(txn.id)}>
            <text className="lane-name" x={12} y={y + rowHeight / 2 + 3}>
              {fit(t('timeline.survives', { txn: txn.name }), labelWidth - 14, sansWidth)}
            </text>
            <g transform={`translate(${labelWidth} 0)`}>
              {fateSegments(strip, txn.id, end - 1).map((segment) => {
                const x0 = scale.xAt(segment.from);
                const x1 = scale.xAt(Math.min(segment.to, trace.length));
                return (
                  <rect
                    key={segment.from}
                    className={`fate ${segment.fate}${segment.exact ? '' : ' sampled'}`}
                    x={x0 + 0.5}
                    y={y + 0.5}
                    width={Math.max(1.5, x1 - x0 - 1)}
                    height={rowHeight - (rowHeight < 14 ? 3 : 5)}
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
