import { failingPairs } from '../engine/explore/merge';
import type { ScheduleCounts } from '../engine/protocol/exploration';
import { count } from '../ui/format/count';
import { type BreakState, outcomeIn, totalsIn } from './store/breakit_state';
import type { useBreakWords } from './words/use_breakit_words';

export interface Status {
  readonly tone: 'broken' | 'kept' | 'open';
  readonly text: string;
}

/**
 * Says how many orders of the threads were tried: `Tried: 14 of 14 schedules with one delay at
 * most.`
 */
function schedulesText(
  t: ReturnType<typeof useBreakWords>,
  { asked, bound, of, tried, failing, operations, all }: ScheduleCounts,
): string[] {
  return [
    t(bound > 1 ? 'schedulesOfTwo' : 'schedulesOfOne', { tried: count(tried), of: count(of) }),
    ...(failing > 0 && failing < tried ? [t('schedulesFailing', { count: count(failing) })] : []),
    ...(all ? [] : [t('schedulesMore')]),
    ...(bound < asked ? [t('schedulesTooLong', { count: count(operations) })] : []),
  ];
}

/**
 * Says what an exploration found, and whether it is complete: only a complete one may say that a
 * promise is kept.
 */
export function statusOf(
  t: ReturnType<typeof useBreakWords>,
  { exploration, images, mutations }: Pick<BreakState, 'exploration' | 'images' | 'mutations'>,
): Status {
  const outcome = outcomeIn({ exploration });
  const verdicts = totalsIn({ exploration })?.verdicts;
  const broken = verdicts ? failingPairs(verdicts) : 0;
  const found = broken > 0 ? [`✗ ${t('broken', { count: count(broken) })}`] : [];
  if (!outcome) return { tone: broken > 0 ? 'broken' : 'open', text: found.join('') };
  const { ended, exact, cancelled, limit, runs, pairs } = outcome;
  const { schedules } = outcome;
  const whole = ended && exact && images === 0 && (schedules?.all ?? true);
  // A system as it is written keeps its promises; a reader sees a failure only after leaving
  // something out.
  const kept = mutations.length > 0 ? `✓ ${t('kept')}` : t('leaveSomethingOut');
  const text = [
    ...found,
    ...(broken > 0 ? [] : [whole ? kept : t('keptSoFar')]),
    ...(cancelled && !ended ? [t('cancelled')] : []),
    ...(exact || cancelled
      ? []
      : [t(`limited.${limit ?? 'ended'}`, { runs: count(runs), pairs: count(pairs) })]),
    ...(images > 0 ? [t('sampled', { images })] : []),
    ...(schedules ? schedulesText(t, schedules) : []),
  ].join(' ');
  return { tone: broken > 0 ? 'broken' : whole ? 'kept' : 'open', text };
}
