import type { PointName } from '../../model/experiment/prediction';
import { formatNumber, formatRatio, sentenceCase } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { SCHEME } from '../model/chart_data';
import type { Curve, GuessOutcome } from '../model/guess';
import { useNames } from '../use_names';

/** Returns the words of a question's chart: its title, and the description of the drawn line. */
export function useGuessWords(curve: Curve) {
  const { t, language } = useTranslation();
  const names = useNames();
  const value = curve.values[curve.asked];
  const of: PointName = value?.of ?? {};
  const over: PointName = value?.over ?? {};
  const metric = value?.metric ?? '';
  const { over_metric: other = metric } = value ?? {};
  const apart = Object.entries(over).filter(([name, at]) => at !== of[name]);
  const what =
    other === metric
      ? names.chart({ x: curve.x, y: metric, over: Object.fromEntries(apart) })
      : t('lab.over', { num: names.metric(metric), den: names.metric(other) });
  const system = curve.x === SCHEME ? '' : names.value(SCHEME, of.scheme ?? 0);
  const rough = (number: number) => t('lab.guess.times', { value: formatNumber(number, language) });
  const times = (number: number) => t('lab.guess.times', { value: formatRatio(number, language) });
  const at = (n: number) => names.place([{ name: curve.x, value: curve.xs[n] ?? '' }]);
  return {
    /** The title names the system, and the denominator of a ratio. */
    title: t(system === '' ? 'lab.guess.title' : 'lab.guess.titleOf', {
      title: system === '' ? sentenceCase(what) : what,
      system: sentenceCase(system),
    }),
    foot: sentenceCase(names.axis(curve.x)),
    x: (n: number) => names.value(curve.x, curve.xs[n] ?? ''),
    /** A value of an axis or a pointer, which is no more exact. */
    rough,
    times,
    at,
    /** The asked place first, then the whole line. */
    outcome: (
      { near, count, farthest, factor }: GuessOutcome,
      drawn: readonly number[],
      measured: readonly (number | undefined)[],
    ): readonly string[] => {
      const both = (n: number) => ({
        place: at(n),
        drawn: rough(drawn[n] ?? 0),
        measured: times(measured[n] ?? 0),
      });
      const apart = factor > 0 ? Math.max(factor, 1 / factor) : 0;
      const side = apart <= 1.25 ? 'close' : factor > 1 ? 'high' : 'low';
      return [
        t('lab.guess.asked', both(curve.asked)),
        t(`lab.guess.${side}`, { factor: formatRatio(apart, language) }),
        ...(count > 1 ? [t('lab.guess.line', { near, count, ...both(farthest) })] : []),
      ];
    },
  };
}
