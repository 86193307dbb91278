import { useTranslation } from '../ui/i18n';
import { useSentenceOf } from '../ui/sentence/use_sentence';
import { SIDES, useCompare, useRunning, useStanding } from './compare_context';
import { useClockText } from './use_clock_text';

/** Says each step of both sides to a screen reader, once both engines rest there. */
export function CompareLive() {
  const { t } = useTranslation();
  const at = useCompare((state) => state.at);
  const busy = useCompare((state) => state.busy);
  const left = useStanding(0);
  const right = useStanding(1);
  const frames = [useRunning(0)?.frame?.at, useRunning(1)?.frame?.at];
  const sentences = [
    useSentenceOf(left?.run, left?.run.description),
    useSentenceOf(right?.run, right?.run.description),
  ];
  const clock = useClockText();
  const settled =
    !busy && [left, right].every((standing, n) => !standing || frames[n] === standing.at);
  const words = [left, right].map(
    (standing, n) =>
      standing &&
      t('compare.said', {
        side: t(`compare.sideTab.${SIDES[n as 0 | 1]}`),
        sentence: sentences[n]?.(standing.at) ?? '',
      }),
  );
  return (
    <p className="visually-hidden" aria-live="polite" data-testid="live">
      {settled ? [clock(at), ...words].filter(Boolean).join('. ') : ''}
    </p>
  );
}
