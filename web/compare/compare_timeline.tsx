import { type PointerEvent, useCallback, useMemo, useRef, useState } from 'react';
import { Axis } from '../stage/timeline/axis';
import { lanesShown } from '../stage/timeline/lanes';
import { knotTimes, type TimeAxis, timeAxis } from '../stage/timeline/time_scale';
import { useTranslation } from '../ui/i18n';
import { useSize } from '../ui/use_size';
import { GROUP } from './bar_group';
import { ClockHand } from './clock_hand';
import { SIDES, useCompare, useCompareStore, useSide } from './compare_context';
import { type Clock, nearestEvent, phaseSpan } from './model/clock';
import { RecoveryBars } from './recovery_bars';
import { LANE, SideLanes } from './side_lanes';
import type { SideIndex } from './store/compare_state';
import { clockOf } from './store/compare_store';
import { TransactionBars } from './transaction_bars';
import '../stage/timeline/timeline.css';
import './bars.css';

const TOP = 26;
const HEAD = 18;
const AXIS = 26;
/** Pixels within which a click means the nearest event. */
const SNAP = 4;

/** All times at which something happens on either side, so that both are drawn on one axis. */
function useAxis(width: number): { axis: TimeAxis; clock: Clock } {
  const sides = useCompare((state) => state.sides);
  const cuts = useCompare((state) => state.cuts);
  const left = sides[0].run?.trace;
  const right = sides[1].run?.trace;
  // biome-ignore lint/correctness/useExhaustiveDependencies: of the sides only the traces matter.
  return useMemo(() => {
    const clock = clockOf({ sides, cuts });
    const knots = Array.from({ length: cuts.length + 1 }, (_, phase) => {
      const times = new Set<number>([0, Math.max(1, phaseSpan(clock, phase))]);
      for (const { trace } of clock.sides) {
        const found = trace.phases[phase];
        for (const time of found ? knotTimes(trace, found) : []) {
          if (time <= (cuts[phase]?.time ?? Number.POSITIVE_INFINITY)) times.add(time);
        }
      }
      return Float64Array.from(times).sort();
    });
    return { axis: timeAxis(knots, width), clock };
  }, [left, right, cuts, width]);
}

/** Both sides against one clock: each transaction's two bars, both recoveries, all threads. */
export function CompareTimeline({ zoom, withLanes }: { zoom: number; withLanes: boolean }) {
  const { t } = useTranslation();
  const store = useCompareStore();
  const pane = useRef<HTMLDivElement>(null);
  const size = useSize(pane);
  const width = size.width / zoom;
  const labelWidth = width < 560 ? 84 : 112;
  const [lanes, setLanes] = useState(true);
  const { axis, clock } = useAxis(Math.max(120, width - labelWidth - (width < 560 ? 16 : 150)));
  const description = useCompare((state) => state.description);
  const runs = [useSide(0).run, useSide(1).run];
  const transactions = (runs[0] ?? runs[1])?.info.transactions ?? [];
  const recoveryTop = TOP + transactions.length * GROUP;
  const barsEnd = recoveryTop + (axis.phases.length - 1) * GROUP;
  const shown =
    withLanes && lanes
      ? runs.map((run) => (run ? lanesShown(run.trace, description).length : 0))
      : [];
  const laneTops = shown.map(
    (_, side) =>
      barsEnd + shown.slice(0, side).reduce((sum, count) => sum + count * LANE + HEAD, 0) + HEAD,
  );
  const height = barsEnd + shown.reduce((sum, count) => sum + count * LANE + HEAD, 0) + AXIS;
  const scrub = useCallback(
    (event: PointerEvent<SVGSVGElement>) => {
      const box = event.currentTarget.getBoundingClientRect();
      const x = (event.clientX - box.left) / zoom - labelWidth;
      const { phase, time } = axis.timeAt(x);
      store
        .getState()
        .goTo({ phase, time: nearestEvent(clock, { phase, time }, SNAP * axis.nsPerPixel) });
    },
    [axis, clock, zoom, labelWidth, store],
  );
  return (
    <div className="timeline compare-timeline" ref={pane}>
      {size.width > 0 && clock.sides.length > 0 && (
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
          <Axis scale={axis} labelWidth={labelWidth} top={TOP} height={height} />
          {transactions.map(({ id, name }, row) => (
            <TransactionBars
              key={id}
              txn={id}
              name={name}
              axis={axis}
              top={TOP + row * GROUP}
              labelWidth={labelWidth}
              end={width}
            />
          ))}
          {axis.phases.slice(1).map(({ phase }) => (
            <RecoveryBars
              key={phase}
              phase={phase}
              axis={axis}
              top={recoveryTop + (phase - 1) * GROUP}
              labelWidth={labelWidth}
              end={width}
            />
          ))}
          {laneTops.map((top, side) => {
            const run = runs[side];
            return (
              run && (
                <SideLanes
                  key={SIDES[side as SideIndex]}
                  index={side as SideIndex}
                  run={run}
                  axis={axis}
                  top={top}
                  labelWidth={labelWidth}
                />
              )
            );
          })}
          <ClockHand
            axis={axis}
            clock={clock}
            labelWidth={labelWidth}
            top={TOP}
            bottom={height - 18}
          />
        </svg>
      )}
      {withLanes && (
        <button
          type="button"
          className="pill lanes-toggle"
          aria-pressed={lanes}
          onClick={() => setLanes(!lanes)}
        >
          {t('compare.lanes')}
        </button>
      )}
    </div>
  );
}
