import type { TimeAxis } from '../../stage/timeline/time_scale';
import { formatTime } from '../../ui/format/format_time';
import { useTranslation } from '../../ui/i18n';
import { sansWidth } from '../../ui/text_width';
import { useRun } from '../compare_context';
import { type PassTime, recoveryWork } from '../model/phase_work';
import type { SideRun } from '../store/compare_state';
import { BAR, BarGroup } from './bar_group';

interface RecoveryBarsProps {
  readonly phase: number;
  readonly axis: TimeAxis;
  readonly top: number;
  readonly labelWidth: number;
  readonly end: number;
}

/** One recovery on both sides: its passes, the time before and after them, and its duration. */
export function RecoveryBars({ phase, axis, top, labelWidth, end }: RecoveryBarsProps) {
  const { t } = useTranslation();
  const runs = [useRun(0), useRun(1)];
  return (
    <BarGroup
      name={t('compare.recovery')}
      className="txn-0"
      top={top}
      labelWidth={labelWidth}
      bar={(side) => {
        const run = runs[side];
        return run && <Passes run={run} phase={phase} axis={axis} room={end - labelWidth} />;
      }}
    />
  );
}

interface PassesProps {
  readonly run: SideRun;
  readonly phase: number;
  readonly axis: TimeAxis;
  readonly room: number;
}

function Passes({ run, phase, axis, room }: PassesProps) {
  const { t } = useTranslation();
  const work = recoveryWork(run.trace, phase, run.trace.phases[phase]?.end ?? 0);
  if (!work) return null;
  const first = work.passes[0]?.from ?? work.total;
  const last = work.passes.at(-1)?.to ?? work.total;
  const pieces: readonly (Omit<PassTime, 'pass'> & { name: string; className: string })[] = [
    { from: 0, to: first, name: t('compare.restart'), className: 'outside' },
    ...work.passes.map(({ pass, from, to }) => ({
      from,
      to,
      name: t(`compare.workRow.${pass}`),
      className: pass,
    })),
    { from: last, to: work.total, name: t('compare.finish'), className: 'outside' },
  ];
  const height = BAR - 4;
  const x1 = axis.xOf(phase, work.total);
  const words = formatTime(work.total);
  const inside = x1 + 9 + sansWidth(words, 10.5) > room;
  return (
    <g>
      {pieces.map(({ from, to, name, className }) => {
        const x = axis.xOf(phase, from);
        const width = axis.xOf(phase, to) - x;
        if (width < 0.5) return null;
        const label = `${name} ${formatTime(to - from)}`;
        const shown = [label, name].find((each) => sansWidth(each, 10.5) + 8 < width);
        return (
          <g key={`${className} ${from}`} className={`pass ${className}`}>
            <rect x={x} y={1} width={Math.max(1, width - 1)} height={height}>
              <title>{label}</title>
            </rect>
            {shown && (
              <text x={x + 4} y={height - 1}>
                {shown}
              </text>
            )}
          </g>
        );
      })}
      {work.ended && <path className="answer" d={`M${x1} -1 v${height + 4} M${x1 - 3} -1 h6`} />}
      {!inside && (
        <text className="bar-words" x={x1 + 9} y={height - 1}>
          {words}
        </text>
      )}
    </g>
  );
}
