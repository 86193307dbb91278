import { memo, useMemo } from 'react';
import type { Description } from '../../engine/protocol';
import { type Lane, laneSegments, lanesOf } from '../../model/lanes';
import type { Wait } from '../../model/script_cursor';
import { kindOf, type Trace, transactionName } from '../../model/trace';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { txnClass } from '../shapes/marks';
import { fit, sansWidth } from '../shapes/text_width';
import type { TimeScale } from './time_scale';

interface LanesProps {
  readonly trace: Trace;
  readonly description: Description;
  readonly scale: TimeScale;
  readonly waits: readonly Wait[];
  readonly top: number;
  readonly laneHeight: number;
  readonly labelWidth: number;
}

/** Actors that get a lane: every thread, and whoever else did something. */
export function lanesShown(trace: Trace): readonly number[] {
  const busy = new Set(trace.phases.flatMap((phase) => phase.spans.map((span) => span.actor)));
  return trace.names.actors
    .filter((actor) => actor.kind === 'client' || busy.has(actor.id))
    .map((actor) => actor.id);
}

/** How a category is drawn; unknown ones get the middle tone. */
function toneOf(id: string): string {
  if (/idle|wait/.test(id)) return 'idle';
  if (/contention|latch/.test(id)) return 'contention';
  if (/io$/.test(id)) return 'io';
  if (/log/.test(id)) return 'log';
  if (/lock/.test(id)) return 'lock';
  if (/buffer/.test(id)) return 'buffer';
  return 'logic';
}

/** A lane for each thread and daemon: what it spent its virtual time on. */
export const Lanes = memo(function Lanes(props: LanesProps) {
  const { trace, description, scale, waits, top, laneHeight, labelWidth } = props;
  const text = useText();
  const actors = useMemo(() => lanesShown(trace), [trace]);
  const lanes = useMemo(() => trace.phases.map((phase) => lanesOf(phase, actors)), [trace, actors]);
  return (
    <g>
      {actors.map((id, row) => {
        const actor = trace.names.actors.find((each) => each.id === id);
        const y = top + row * laneHeight;
        return (
          <g key={id}>
            <text className="lane-name" x={12} y={y + laneHeight / 2 + 3}>
              {fit(actor ? text(actor.name) : String(id), labelWidth - 16, sansWidth)}
            </text>
            <line
              className="lane-rule"
              x1={labelWidth}
              x2={labelWidth + scale.width}
              y1={y + laneHeight - 2}
              y2={y + laneHeight - 2}
            />
            <g transform={`translate(${labelWidth} 0)`}>
              {trace.phases.map((phase, index) => (
                <LaneOfPhase
                  key={phase.phase}
                  lane={lanes[index]?.[row]}
                  phase={index}
                  scale={scale}
                  description={description}
                  y={y}
                  height={laneHeight - 6}
                />
              ))}
              {waits
                .filter((wait) => wait.actor === id)
                .map((wait) => (
                  <WaitBox
                    key={wait.from}
                    wait={wait}
                    trace={trace}
                    scale={scale}
                    y={y}
                    height={laneHeight - 6}
                  />
                ))}
            </g>
          </g>
        );
      })}
    </g>
  );
});

interface LaneOfPhaseProps {
  readonly lane: Lane | undefined;
  readonly phase: number;
  readonly scale: TimeScale;
  readonly description: Description;
  readonly y: number;
  readonly height: number;
}

function LaneOfPhase({ lane, phase, scale, description, y, height }: LaneOfPhaseProps) {
  const text = useText();
  if (!lane) return null;
  const segments = laneSegments(lane, 0, Number.POSITIVE_INFINITY, scale.nsPerPixel * 1.5);
  return segments.map((segment) => {
    const x = scale.xOf(phase, segment.start);
    const width = Math.max(1, scale.xOf(phase, segment.end) - x - 0.75);
    const category = description.categories[segment.category];
    const tone = toneOf(category?.id ?? '');
    if (tone === 'idle') return null;
    const title = category ? text(category.title) : '';
    return (
      <g
        key={`${segment.start}-${segment.category}`}
        className={`span ${tone} ${txnClass(segment.txn)}${segment.mixed ? ' mixed' : ''}`}
      >
        <rect x={x} y={y} width={width} height={height}>
          <title>{title}</title>
        </rect>
        {sansWidth(title, 10.5) + 10 < width && (
          <text x={x + 5} y={y + height / 2 + 4}>
            {title}
          </text>
        )}
      </g>
    );
  });
}

interface WaitBoxProps {
  readonly wait: Wait;
  readonly trace: Trace;
  readonly scale: TimeScale;
  readonly y: number;
  readonly height: number;
}

function WaitBox({ wait, trace, scale, y, height }: WaitBoxProps) {
  const { t } = useTranslation();
  const x = scale.xAt(wait.from);
  const width = scale.xAt(Math.max(wait.from, wait.to - 1)) - x;
  if (width < 2) return null;
  const holder =
    kindOf(trace, wait.event) === 'lock-wait'
      ? transactionName(trace.names, trace.events.a[wait.event] ?? 0)
      : '';
  const label = holder === '' ? t('timeline.waits') : t('timeline.waitsFor', { who: holder });
  return (
    <g className={`span wait-span ${txnClass(trace.events.txn[wait.event] ?? 0)}`}>
      <rect x={x + 0.5} y={y + 0.5} width={width - 1} height={height - 1} />
      {sansWidth(label, 10.5) + 10 < width && (
        <text x={x + 5} y={y + height / 2 + 4}>
          {label}
        </text>
      )}
    </g>
  );
}
