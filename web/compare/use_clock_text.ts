import { formatExactTime } from '../ui/format/format_time';
import { useTranslation } from '../ui/i18n';
import type { Moment } from './model/clock';

/** Returns a function that says a moment of the clock in words. */
export function useClockText(): (moment: Moment) => string {
  const { t } = useTranslation();
  return ({ phase, time }) =>
    phase === 0
      ? t('compare.clockRun', { time: formatExactTime(time) })
      : t('compare.clockRecovery', { time: formatExactTime(time), number: phase });
}
