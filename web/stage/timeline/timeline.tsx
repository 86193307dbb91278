import { useCallback, useMemo } from 'react';
import type { Description } from '../../engine/protocol';
import type { Untold } from '../../model/lecture/lecture_course';
import type { MarkStop } from '../../model/lecture/marks';
import { begunBefore } from '../../model/trace/begun';
import { scriptHistory } from '../../model/trace/script_cursor';
import type { Strip } from '../../model/trace/survival';
import type { Trace } from '../../model/trace/trace';
import { useTranslation } from '../../ui/i18n';
import { Axis } from './axis';
import { busyActors, Lanes } from './lanes';
import { lowHeights } from './low_heights';
import { Playhead } from './playhead';
import { SurvivalStrip } from './survival_strip';
import { TimeFrame, useTimeRoom } from './time_frame';
import { type TimeScale, timeScale } from './time_scale';
import './timeline.css';

interface TimelineProps {
  readonly trace: Trace;
  readonly description: Description;
  readonly strip: Strip;
  readonly marks: readonly MarkStop[];
  readonly zoom: number;
  /** True while a prediction question is open: the strip would reveal the answer. */
  readonly stripHidden: boolean;
  /** The position behind which nothing is drawn: the reader has not come there yet. */
  readonly drawnUntil?: number;
  /** The position before which fates are drawn; undefined draws all known ones. */
  readonly stripUntil?: number | undefined;
  readonly untold?: Untold;
  /**
   * The greatest height in design pixels; otherwise lanes are drawn lower, and the oldest
   * transactions are left out.
   */
  readonly most?: number;
  readonly onScrub: (position: number) => void;
}

const TOP = 26;
const AXIS = 26;
/** The gap between the lanes and the strip. */
const APART = 6;

/** Returns the part of the trace before `drawnUntil`; the part behind stays blank. */
function useSeen(trace: Trace, scale: TimeScale, drawnUntil: number) {
  const whole = drawnUntil >= trace.length;
  const until = whole ? Number.POSITIVE_INFINITY : scale.xAt(drawnUntil);
  const begun = useMemo(() => begunBefore(trace, drawnUntil), [trace, drawnUntil]);
  return { whole, until, begun };
}

/**
 * Returns the actors with a lane: clients, and actors whose actions have been seen. `used` are all
 * that will have one.
 */
function useLanes(
  { trace, description }: Pick<TimelineProps, 'trace' | 'description'>,
  scale: TimeScale,
  { whole, until }: ReturnType<typeof useSeen>,
) {
  const { actors } = trace.names;
  const busy = useMemo(() => busyActors(trace, description), [trace, description]);
  const used = useMemo(
    () => actors.filter(({ id, kind }) => kind === 'client' || busy.has(id)),
    [actors, busy],
  );
  // A recovery or a daemon that has not been seen yet has no lane, but the timeline keeps its
  // height.
  const lanes = useMemo(
    () =>
      used.flatMap(({ id, kind }) => {
        const first = busy.get(id);
        const seen = first && scale.xOf(first.phase, first.start) < until;
        return kind === 'client' || whole || seen ? [id] : [];
      }),
    [used, busy, scale, until, whole],
  );
  return { used, lanes };
}

/** The lanes in virtual time, the survival strip, and the playhead that scrubs them. */
export function Timeline(props: TimelineProps) {
  const { trace, description, strip, marks, stripUntil, onScrub } = props;
  const { drawnUntil = trace.length, most = Number.POSITIVE_INFINITY } = props;
  const room = useTimeRoom(props.zoom);
  const { width, labelWidth } = room;
  const scale = useMemo(
    () => timeScale(trace, Math.max(120, width - labelWidth - 24)),
    [trace, width, labelWidth],
  );
  const seen = useSeen(trace, scale, drawnUntil);
  const { until } = seen;
  const { used, lanes } = useLanes(props, scale, seen);
  const history = useMemo(() => scriptHistory(trace), [trace]);
  const rows = trace.names.transactions.length;
  const low = lowHeights(used.length, rows, most - TOP - APART - AXIS);
  const lanesEnd = TOP + lanes.length * low.lane;
  const height = TOP + APART + AXIS + used.length * low.lane + low.rows * low.row;
  const scrub = useCallback((x: number) => onScrub(scale.positionAt(x)), [scale, onScrub]);
  const drawn = { trace, scale, labelWidth };
  return (
    <TimeFrame room={room} height={height} onScrub={scrub}>
      <Lanes
        {...drawn}
        description={description}
        waits={history.waits}
        top={TOP}
        laneHeight={low.lane}
        actors={lanes}
        until={until}
      />
      {!seen.whole && (
        <NotYet scale={scale} until={until} x={labelWidth} y={(TOP + lanesEnd) / 2} />
      )}
      {!props.stripHidden && (
        <SurvivalStrip
          {...drawn}
          strip={strip}
          until={stripUntil}
          untold={props.untold}
          edge={until}
          begun={seen.begun}
          top={lanesEnd + APART}
          rowHeight={low.row}
          rows={low.rows}
        />
      )}
      <Axis scale={scale} labelWidth={labelWidth} top={TOP} height={height} until={until} />
      <g transform={`translate(${labelWidth} 0)`}>
        <MarkSigns scale={scale} marks={marks} drawnUntil={drawnUntil} onScrub={onScrub} />
      </g>
      <Playhead {...drawn} top={TOP} bottom={height - 18} />
    </TimeFrame>
  );
}

interface NotYetProps {
  readonly scale: TimeScale;
  readonly until: number;
  readonly x: number;
  readonly y: number;
}

/** Says in the blank part that the reader has not come there yet. */
function NotYet({ scale, until, x, y }: NotYetProps) {
  const { t } = useTranslation();
  return (
    <text className="not-yet" x={x + (until + scale.width) / 2} y={y} textAnchor="middle">
      {scale.width - until > 80 ? t('timeline.notYet') : ''}
    </text>
  );
}

type MarkSignsProps = Required<Pick<TimelineProps, 'marks' | 'drawnUntil' | 'onScrub'>> & {
  readonly scale: TimeScale;
};

/** A sign for each mark; pressing it goes there. */
function MarkSigns({ scale, marks, drawnUntil, onScrub }: MarkSignsProps) {
  const { t } = useTranslation();
  return marks
    .filter(({ position }) => position <= drawnUntil)
    .map((mark) => (
      <path
        key={mark.index}
        className="mark-sign"
        d={`M${scale.xAt(mark.position)} ${TOP - 6} l4 -4 l-4 -4 l-4 4z`}
        onPointerDown={(event) => {
          // The press goes to the mark's exact place, not to where a drag would begin.
          event.stopPropagation();
          onScrub(mark.position);
        }}
      >
        <title>{t('lectures.mark', { number: mark.index + 1, count: marks.length })}</title>
      </path>
    ));
}
