import { memo, useEffect, useRef, useState } from 'react';
import type { Untold } from '../../model/lecture/lecture_course';
import { type FateSegment, fateSegments, type Strip } from '../../model/trace/survival';
import { phaseAt, type Trace } from '../../model/trace/trace';
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
  readonly untold: Untold | undefined;
  /** Pixels at which what is drawn ends: what comes behind them has not happened. */
  readonly edge: number;
  /** Only these transactions have a row. */
  readonly begun: ReadonlySet<number>;
  /** So many rows have a place; the newest transactions have them. */
  readonly rows: number;
}

/**
 * A run of a thousand transactions has more rows than anybody sees: so many are drawn, and on
 * scrolling others.
 */
const DRAWN = 120;
/** What holds now is drawn so far behind now, to be seen where it has just begun. */
const NOW = 8;
const STEP = 30;

/** Pixels of a segment's end: what holds until the power fails does not hold behind that. */
function endOf({ to }: FateSegment, trace: Trace, scale: TimeScale): number {
  const end = Math.min(to, trace.length);
  const phase = phaseAt(trace, end - 1);
  const { x1 = 0 } = scale.phases[phase?.phase ?? 0] ?? {};
  return Math.min(scale.xAt(end), x1);
}

/** The first row that is drawn, of those that begin at `top` of the drawing. */
function useFirstRow(count: number, top: number, height: number) {
  const place = useRef<SVGGElement>(null);
  const [first, setFirst] = useState(0);
  useEffect(() => {
    const svg = place.current?.ownerSVGElement;
    if (!svg || count <= DRAWN) return;
    const look = () => {
      const box = svg.getBoundingClientRect();
      const above = (-box.top * svg.viewBox.baseVal.height) / (box.height || 1) - top;
      setFirst(Math.max(0, Math.floor(above / height / STEP - 1) * STEP));
    };
    look();
    window.addEventListener('scroll', look, true);
    return () => window.removeEventListener('scroll', look, true);
  }, [count, top, height]);
  return { place, first: count <= DRAWN ? 0 : first };
}

/** For each transaction and moment: would it always, sometimes or never survive a power cut? */
export const SurvivalStrip = memo(function SurvivalStrip(props: SurvivalStripProps) {
  const { trace, scale, top, rowHeight, labelWidth, until, untold, edge, begun } = props;
  const end = Math.min(trace.length + 1, until ?? Number.POSITIVE_INFINITY);
  const strip = props.strip.filter(({ at }) => at < end);
  const endFor = (txn: number) => Math.min(end - 1, untold?.txn === txn ? untold.from : end);
  const { t } = useTranslation();
  const begunOnes = trace.names.transactions.filter(({ id }) => begun.has(id));
  const shown = begunOnes.slice(-props.rows);
  const { place, first } = useFirstRow(shown.length, top, rowHeight);
  return (
    <g ref={place}>
      {shown.slice(first, first + DRAWN).map((txn, row) => {
        const y = top + (first + row) * rowHeight;
        return (
          <g key={txn.id} className={txnClass(txn.id)}>
            <text className="lane-name" x={12} y={y + rowHeight / 2 + 3}>
              {fit(t('timeline.survives', { txn: txn.name }), labelWidth - 14, sansWidth)}
            </text>
            <g transform={`translate(${labelWidth} 0)`}>
              {fateSegments(strip, txn.id, endFor(txn.id)).map((segment) => {
                const x0 = scale.xAt(segment.from);
                const x1 = Math.min(endOf(segment, trace, scale), edge + NOW);
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
