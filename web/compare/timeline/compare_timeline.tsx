import { useCallback, useMemo, useState } from 'react';
import { Axis } from '../../stage/timeline/axis';
import { lanesShown } from '../../stage/timeline/lanes';
import { TimeFrame, useTimeRoom } from '../../stage/timeline/time_frame';
import { knotTimes, type TimeAxis, timeAxis } from '../../stage/timeline/time_scale';
import { useTranslation } from '../../ui/i18n';
import { SIDES, useCompare, useCompareStore, useRun } from '../compare_context';
import { type Clock, nearestEvent, phaseSpan } from '../model/clock';
import { firstRun, runOf, type SideIndex } from '../store/compare_state';
import { clockOf } from '../store/compare_store';
import { GROUP } from './bar_group';
import { ClockHand } from './clock_hand';
import { RecoveryBars } from './recovery_bars';
import { LANE, SideLanes } from './side_lanes';
import { TransactionBars } from './transaction_bars';
import '../../stage/timeline/timeline.css';
import './bars.css';

const TOP = 26;
const HEAD = 18;
const AXIS = 26;
/** The distance in pixels within which a click means the nearest event. */
const SNAP = 4;

const NONE: readonly never[] = [];

/** The times of all events on either side, so that both are drawn on one axis. */
function useAxis(width: number): { axis: TimeAxis; clock: Clock } {
  const sides = useCompare((state) => state.sides);
  const cuts = useCompare((state) => state.cuts);
  const left = runOf(sides[0])?.trace;
  const right = runOf(sides[1])?.trace;
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

/** The tops of the lanes of each side, and the foot of the last one. */
function useLaneTops(from: number, shown: boolean) {
  const description = useCompare((state) => state.description);
  const runs = [useRun(0), useRun(1)];
  const heights = shown
    ? runs.map((run) => (run ? lanesShown(run.trace, description).length : 0) * LANE + HEAD)
    : [];
  const tops = heights.map(
    (_, side) => from + heights.slice(0, side).reduce((sum, each) => sum + each, 0) + HEAD,
  );
  return { runs, tops, end: from + heights.reduce((sum, each) => sum + each, 0) };
}

/** Goes to the moment of a click, or to the nearest event where one is near. */
function useScrub({ axis, clock }: ReturnType<typeof useAxis>) {
  const store = useCompareStore();
  return useCallback(
    (x: number) => {
      const { phase, time } = axis.timeAt(x);
      const near = nearestEvent(clock, { phase, time }, SNAP * axis.nsPerPixel);
      store.getState().goTo({ phase, time: near });
    },
    [axis, clock, store],
  );
}

/** Both sides on one clock: each transaction's two bars, both recoveries, all threads. */
export function CompareTimeline({ zoom, withLanes }: { zoom: number; withLanes: boolean }) {
  const { t } = useTranslation();
  const room = useTimeRoom(zoom);
  const { width, labelWidth } = room;
  const [lanes, setLanes] = useState(true);
  const drawn = useAxis(Math.max(120, width - labelWidth - (width < 560 ? 16 : 150)));
  const { axis, clock } = drawn;
  const scrub = useScrub(drawn);
  const transactions = useCompare((state) => firstRun(state)?.info.transactions ?? NONE);
  const recoveryTop = TOP + transactions.length * GROUP;
  const barsEnd = recoveryTop + (axis.phases.length - 1) * GROUP;
  const { runs, tops, end } = useLaneTops(barsEnd, withLanes && lanes);
  const height = end + AXIS;
  const bars = { axis, labelWidth, end: width };
  const toggle = (
    <button
      type="button"
      className="pill lanes-toggle"
      aria-pressed={lanes}
      onClick={() => setLanes(!lanes)}
    >
      {t('compare.lanes')}
    </button>
  );
  return (
    <TimeFrame
      room={room}
      height={height}
      ready={clock.sides.length > 0}
      className="compare-timeline"
      onScrub={scrub}
      tools={withLanes && toggle}
    >
      <Axis scale={axis} labelWidth={labelWidth} top={TOP} height={height} />
      {transactions.map(({ id, name }, row) => (
        <TransactionBars key={id} txn={id} name={name} {...bars} top={TOP + row * GROUP} />
      ))}
      {axis.phases.slice(1).map(({ phase }) => (
        <RecoveryBars key={phase} phase={phase} {...bars} top={recoveryTop + (phase - 1) * GROUP} />
      ))}
      {tops.map((top, side) => {
        const index = side as SideIndex;
        const run = runs[index];
        return (
          run && (
            <SideLanes
              key={SIDES[index]}
              index={index}
              run={run}
              axis={axis}
              top={top}
              labelWidth={labelWidth}
            />
          )
        );
      })}
      <ClockHand axis={axis} clock={clock} labelWidth={labelWidth} top={TOP} bottom={height - 18} />
    </TimeFrame>
  );
}
