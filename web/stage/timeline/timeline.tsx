import { type PointerEvent, useCallback, useMemo, useRef } from 'react';
import type { Description } from '../../engine/protocol';
import type { MarkStop } from '../../model/lecture/marks';
import { begunBefore } from '../../model/trace/begun';
import { scriptHistory } from '../../model/trace/script_cursor';
import type { Strip } from '../../model/trace/survival';
import type { Trace } from '../../model/trace/trace';
import { useTranslation } from '../../ui/i18n';
import { useSize } from '../../ui/use_size';
import { Axis } from './axis';
import { busyActors, Lanes } from './lanes';
import { lowHeights } from './low_heights';
import { Playhead } from './playhead';
import { SurvivalStrip } from './survival_strip';
import { timeScale } from './time_scale';
import './timeline.css';

interface TimelineProps {
  readonly trace: Trace;
  readonly description: Description;
  readonly strip: Strip;
  readonly marks: readonly MarkStop[];
  readonly zoom: number;
  /** A prediction question is open: the strip would give the answer away. */
  readonly stripHidden: boolean;
  /** Nothing behind this position is drawn: nobody has come there yet. */
  readonly drawnUntil?: number;
  /** Fates are drawn before this position; undefined: wherever they are known. */
  readonly stripUntil?: number | undefined;
  /** Design pixels that it may be high; what does not fit is drawn lower, and the oldest transactions are left out. */
  readonly most?: number;
  readonly onScrub: (position: number) => void;
}

const TOP = 26;
const AXIS = 26;
/** Between the lanes and the strip. */
const APART = 6;

/** Lanes in virtual time, the survival strip, and the playhead that scrubs them. */
export function Timeline(props: TimelineProps) {
  const { trace, description, strip, marks, zoom, stripHidden, stripUntil, onScrub } = props;
  const { drawnUntil = trace.length, most = Number.POSITIVE_INFINITY } = props;
  const { t } = useTranslation();
  const pane = useRef<HTMLDivElement>(null);
  const size = useSize(pane);
  const width = size.width / zoom;
  const labelWidth = width < 560 ? 84 : 112;
  const scale = useMemo(
    () => timeScale(trace, Math.max(120, width - labelWidth - 24)),
    [trace, width, labelWidth],
  );
  // What is still to come is blank paper.
  const whole = drawnUntil >= trace.length;
  const until = whole ? Number.POSITIVE_INFINITY : scale.xAt(drawnUntil);
  const begun = useMemo(
    () => (whole ? undefined : begunBefore(trace, drawnUntil)),
    [trace, whole, drawnUntil],
  );
  const history = useMemo(() => scriptHistory(trace), [trace]);
  const { actors, transactions } = trace.names;
  const busy = useMemo(() => busyActors(trace, description), [trace, description]);
  const used = useMemo(
    () => actors.filter(({ id, kind }) => kind === 'client' || busy.has(id)),
    [actors, busy],
  );
  // A recovery or a daemon that nobody has seen yet has no lane, but the timeline keeps its height.
  const lanes = useMemo(
    () =>
      used.flatMap(({ id, kind }) => {
        const first = busy.get(id);
        const seen = first && scale.xOf(first.phase, first.start) < until;
        return kind === 'client' || whole || seen ? [id] : [];
      }),
    [used, busy, scale, until, whole],
  );
  const low = lowHeights(used.length, transactions.length, most - TOP - APART - AXIS);
  const stripTop = TOP + lanes.length * low.lane + APART;
  const height = TOP + APART + AXIS + used.length * low.lane + low.rows * low.row;
  const scrub = useCallback(
    (event: PointerEvent<SVGSVGElement>) => {
      const box = event.currentTarget.getBoundingClientRect();
      onScrub(scale.positionAt((event.clientX - box.left) / zoom - labelWidth));
    },
    [scale, zoom, labelWidth, onScrub],
  );
  return (
    <div className="timeline" ref={pane}>
      {size.width > 0 && (
        <svg
          width={size.width}
          height={height * zoom}
          viewBox={`0 0 ${width} ${height}`}
          role="group"
          aria-label={t('timeline.title')}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            event.currentTarget.setPointerCapture(event.pointerId);
            scrub(event);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) scrub(event);
          }}
        >
          <Lanes
            trace={trace}
            description={description}
            scale={scale}
            waits={history.waits}
            top={TOP}
            laneHeight={low.lane}
            actors={lanes}
            labelWidth={labelWidth}
            until={until}
          />
          {!whole && (
            <text
              className="not-yet"
              x={labelWidth + (until + scale.width) / 2}
              y={TOP + (lanes.length * low.lane) / 2}
              textAnchor="middle"
            >
              {scale.width - until > 80 ? t('timeline.notYet') : ''}
            </text>
          )}
          {!stripHidden && (
            <SurvivalStrip
              trace={trace}
              strip={strip}
              until={stripUntil}
              begun={begun}
              scale={scale}
              top={stripTop}
              rowHeight={low.row}
              rows={low.rows}
              labelWidth={labelWidth}
            />
          )}
          <Axis scale={scale} labelWidth={labelWidth} top={TOP} height={height} until={until} />
          <g transform={`translate(${labelWidth} 0)`}>
            {marks
              .filter(({ position }) => position <= drawnUntil)
              .map((mark) => (
                <path
                  key={mark.index}
                  className="mark-sign"
                  d={`M${scale.xAt(mark.position)} ${TOP - 6} l4 -4 l-4 -4 l-4 4z`}
                  onPointerDown={(event) => {
                    // Exactly there, and not where a drag would begin.
                    event.stopPropagation();
                    onScrub(mark.position);
                  }}
                >
                  <title>
                    {t('lectures.mark', { number: mark.index + 1, count: marks.length })}
                  </title>
                </path>
              ))}
          </g>
          <Playhead
            trace={trace}
            scale={scale}
            labelWidth={labelWidth}
            top={TOP}
            bottom={height - 18}
          />
        </svg>
      )}
    </div>
  );
}
