import { failingPairs } from '../engine/explore/merge';
import { count } from './count';
import type { BreakState } from './store/breakit_state';
import type { useBreakWords } from './words/use_breakit_words';

export interface Status {
  readonly tone: 'broken' | 'kept' | 'open';
  readonly text: string;
}

/** What an exploration came to, and whether that is all: nothing is called kept that was not explored whole. */
export function statusOf(
  t: ReturnType<typeof useBreakWords>,
  { outcome, totals, images }: Pick<BreakState, 'outcome' | 'totals' | 'images'>,
): Status {
  const verdicts = (outcome ?? totals)?.verdicts;
  const broken = verdicts ? failingPairs(verdicts) : 0;
  const found = broken > 0 ? [`✗ ${t('broken', { count: count(broken) })}`] : [];
  if (!outcome) return { tone: broken > 0 ? 'broken' : 'open', text: found.join('') };
  const { ended, exact, cancelled, limit, runs, pairs } = outcome;
  const whole = ended && exact && images === 0;
  const text = [
    ...found,
    ...(broken > 0 ? [] : [whole ? `✓ ${t('kept')}` : t('keptSoFar')]),
    ...(cancelled && !ended ? [t('cancelled')] : []),
    ...(exact || cancelled
      ? []
      : [t(`limited.${limit ?? 'ended'}`, { runs: count(runs), pairs: count(pairs) })]),
    ...(images > 0 ? [t('sampled', { images })] : []),
  ].join(' ');
  return { tone: broken > 0 ? 'broken' : whole ? 'kept' : 'open', text };
}
