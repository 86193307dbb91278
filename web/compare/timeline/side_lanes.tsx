import { useMemo } from 'react';
import { scriptHistory } from '../../model/trace/script_cursor';
import { Lanes, lanesShown } from '../../stage/timeline/lanes';
import { scaleOf, type TimeAxis } from '../../stage/timeline/time_scale';
import { useTranslation } from '../../ui/i18n';
import { useText } from '../../ui/use_text';
import { SIDES, useCompare } from '../compare_context';
import type { SideIndex, SideRun } from '../store/compare_state';

/** Height of one lane. */
export const LANE = 20;

interface SideLanesProps {
  readonly index: SideIndex;
  readonly run: SideRun;
  readonly axis: TimeAxis;
  readonly top: number;
  readonly labelWidth: number;
}

/** The threads and daemons of one side, on the axis of both. */
export function SideLanes({ index, run, axis, top, labelWidth }: SideLanesProps) {
  const { t } = useTranslation();
  const text = useText();
  const description = useCompare((state) => state.description);
  const scale = useMemo(() => scaleOf(run.trace, axis), [run, axis]);
  const history = useMemo(() => scriptHistory(run.trace), [run]);
  const actors = useMemo(() => lanesShown(run.trace, description), [run, description]);
  return (
    <g>
      <text className="lanes-head" x={12} y={top - 5}>
        {t('compare.sideIs', {
          side: t(`compare.sideTab.${SIDES[index]}`),
          scheme: text(run.scheme.title),
        })}
      </text>
      <Lanes
        trace={run.trace}
        description={description}
        scale={scale}
        waits={history.waits}
        top={top}
        laneHeight={LANE}
        labelWidth={labelWidth}
        actors={actors}
      />
    </g>
  );
}
