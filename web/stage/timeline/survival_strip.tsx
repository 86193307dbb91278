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
  /** The position before which fates are drawn; undefined draws all known ones. */
  readonly until: number | undefined;
  readonly untold: Untold | undefined;
  /** The pixel at which the drawing ends: events behind it have not happened. */
  readonly edge: number;
  /** Only these transactions have a row. */
  readonly begun: ReadonlySet<number>;
  /** The number of rows that have a place; the newest transactions have them. */
  readonly rows: number;
}

/**
 * The number of rows that are drawn, and others on scrolling: a run of a thousand transactions has
 * more than can be seen.
 */
const DRAWN = 120;
/** The present fate is drawn so far beyond the present, to be visible where it has just begun. */
const NOW = 8;
const STEP = 30;

/** The pixel at which a segment ends: a fate before the power cut does not hold behind it. */
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

/**
 * The survival of each transaction at each moment: always, sometimes or never after a power cut.
 */
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
