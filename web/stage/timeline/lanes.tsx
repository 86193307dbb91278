import { memo, useMemo } from 'react';
import type { Description, Text } from '../../engine/protocol';
import type { Wait } from '../../model/trace/script_cursor';
import { kindOf, type Trace, transactionName } from '../../model/trace/trace';
import { useTranslation } from '../../ui/i18n';
import { fit, sansWidth } from '../../ui/text_width';
import { useText } from '../../ui/use_text';
import { barrierWaits, isIdle, type Lane, laneSegments, lanesOf } from '../model/lanes';
import { txnClass } from '../shapes/marks';
import type { TimeScale } from './time_scale';

interface LanesProps {
  readonly trace: Trace;
  readonly description: Description;
  readonly scale: TimeScale;
  readonly waits: readonly Wait[];
  readonly top: number;
  readonly laneHeight: number;
  readonly labelWidth: number;
  /** The pixel at which the drawing ends. */
  readonly until?: number;
  /** The actors that have a lane, from top to bottom. */
  readonly actors: readonly number[];
}

/** The actors that do more than wait, each with the first phase and time at which it does. */
export function busyActors(trace: Trace, { categories }: Description) {
  const first = new Map<number, { readonly phase: number; readonly start: number }>();
  trace.phases.forEach((part, phase) => {
    for (const { actor, category, start, end } of part.spans) {
      if (end <= start || toneOf(categories[category]?.id ?? '') === 'idle') continue;
      const known = first.get(actor);
      if (!known || (known.phase === phase && start < known.start))
        first.set(actor, { phase, start });
    }
  });
  return first;
}

/** The actors that get a lane: every thread, and others that did something. */
export function lanesShown(trace: Trace, description: Description): readonly number[] {
  const busy = busyActors(trace, description);
  return trace.names.actors
    .filter(({ id, kind }) => kind === 'client' || busy.has(id))
    .map(({ id }) => id);
}

/** The look of a category; unknown ones get the middle tone. */
function toneOf(id: string): string {
  if (isIdle(id)) return 'idle';
  if (/io$/.test(id)) return 'io';
  if (/log/.test(id)) return 'log';
  if (/lock/.test(id)) return 'lock';
  if (/buffer/.test(id)) return 'buffer';
  return 'logic';
}

/** A lane for each thread and daemon: the use of its virtual time. */
export const Lanes = memo(function Lanes(props: LanesProps) {
  const { trace, description, scale, waits, top, laneHeight, labelWidth } = props;
  const { until = Number.POSITIVE_INFINITY, actors } = props;
  const text = useText();
  const { t } = useTranslation();
  const lanes = useMemo(() => {
    const isWait = barrierWaits(trace.names.actors, description.categories);
    return trace.phases.map((part) => lanesOf(part, actors, isWait));
  }, [trace, description, actors]);
  // Low lanes keep room for their boxes' text.
  const boxHeight = laneHeight - (laneHeight < 20 ? 3 : 6);
  return (
    <g>
      {actors.map((id, row) => {
        const actor = trace.names.actors.find((each) => each.id === id);
        const y = top + row * laneHeight;
        const boxes = trace.phases.flatMap((_, index) =>
          boxesOf(lanes[index]?.[row], index, scale, { description, text, t }, until),
        );
        return (
          <g key={id}>
            <text className="lane-name" x={12} y={y + laneHeight / 2 + 3}>
              {fit(actor ? text(actor.name) : String(id), labelWidth - 16, sansWidth)}
            </text>
            <line
              className="lane-rule"
              x1={labelWidth}
              x2={labelWidth + scale.width}
              y1={y + laneHeight - 1.5}
              y2={y + laneHeight - 1.5}
            />
            <g transform={`translate(${labelWidth} 0)`}>
              {boxes.map((box) => (
                <SpanBox key={box.key} box={box} y={y} height={boxHeight} />
              ))}
              {waits
                .filter((wait) => wait.actor === id)
                .map((wait) => (
                  <WaitBox
                    key={wait.from}
                    wait={wait}
                    boxes={boxes}
                    trace={trace}
                    scale={scale}
                    until={until}
                    y={y}
                    height={boxHeight}
                  />
                ))}
            </g>
          </g>
        );
      })}
    </g>
  );
});

/** A segment of a lane as it is drawn. */
interface LaneBox {
  readonly key: string;
  readonly className: string;
  readonly x: number;
  readonly width: number;
  readonly title: string;
  /** True where the title fits. */
  readonly named: boolean;
}

const FONT = 10.5;
const labelFits = (label: string, width: number) => sansWidth(label, FONT) + 10 < width;

interface LaneWords {
  readonly description: Description;
  readonly text: (words: Text) => string;
  readonly t: ReturnType<typeof useTranslation>['t'];
}

function boxesOf(
  lane: Lane | undefined,
  phase: number,
  scale: TimeScale,
  { description, text, t }: LaneWords,
  until: number,
): LaneBox[] {
  if (!lane) return [];
  const segments = laneSegments(lane, 0, Number.POSITIVE_INFINITY, scale.nsPerPixel * 1.5);
  return segments.flatMap((segment) => {
    const x = scale.xOf(phase, segment.start);
    if (x > until || (x === until && segment.start > 0)) return [];
    const width = Math.max(1, Math.min(scale.xOf(phase, segment.end) - 0.75, until) - x);
    const category = description.categories[segment.category];
    const tone = toneOf(category?.id ?? '');
    if (tone === 'idle' && !segment.waits) return [];
    const own = category ? text(category.title) : '';
    const title = segment.waits ? t('timeline.waits') : own;
    const drawn = segment.waits ? 'wait-span' : tone;
    return {
      key: `${phase}-${segment.start}-${segment.category}`,
      className: `span ${drawn} ${txnClass(segment.txn)}${segment.mixed ? ' mixed' : ''}`,
      x,
      width,
      title,
      named: labelFits(title, width),
    };
  });
}

function SpanBox({ box, y, height }: { box: LaneBox; y: number; height: number }) {
  const { className, x, width, title, named } = box;
  return (
    <g className={className}>
      <rect x={x} y={y} width={width} height={height}>
        <title>{title}</title>
      </rect>
      {named && (
        <text x={x + 5} y={y + height / 2 + 4}>
          {title}
        </text>
      )}
    </g>
  );
}

/**
 * True if a label that begins here would lie on that of one of the boxes, or on a thread's own
 * request to a device.
 */
function isTaken(boxes: readonly LaneBox[], x: number, label: string): boolean {
  const end = x + sansWidth(label, FONT);
  return boxes.some(({ named, title, className, ...box }) => {
    const taken = / io /.test(className) ? box.width : named ? sansWidth(title, FONT) : 0;
    return box.x < end && x < box.x + taken;
  });
}

interface WaitBoxProps {
  readonly wait: Wait;
  /** The boxes that the lane shows beneath. */
  readonly boxes: readonly LaneBox[];
  readonly trace: Trace;
  readonly scale: TimeScale;
  readonly until: number;
  readonly y: number;
  readonly height: number;
}

function WaitBox({ wait, boxes, trace, scale, until, y, height }: WaitBoxProps) {
  const { t } = useTranslation();
  const x = scale.xAt(wait.from);
  const width = Math.min(scale.xAt(Math.max(wait.from, wait.to - 1)), until) - x;
  if (width < 2) return null;
  const holder =
    kindOf(trace, wait.event) === 'lock-wait'
      ? transactionName(trace.names, trace.events.a[wait.event] ?? 0)
      : '';
  const label = holder === '' ? t('timeline.waits') : t('timeline.waitsFor', { who: holder });
  return (
    <g className={`span wait-span ${txnClass(trace.events.txn[wait.event] ?? 0)}`}>
      <rect x={x + 0.5} y={y + 0.5} width={width - 1} height={height - 1} />
      {labelFits(label, width) && !isTaken(boxes, x, label) && (
        <text x={x + 5} y={y + height / 2 + 4}>
          {label}
        </text>
      )}
    </g>
  );
}
