import type { ClaimFormula, SweptValue } from '../../engine/protocol/experiment';
import { sentenceCase } from '../../ui/format/amount';
import { useTranslation } from '../../ui/i18n';
import { SCHEME } from '../model/chart_data';
import { type Names, useNames } from '../use_names';

/** Values after the name of their dimension, where they do not imply it: `clients 4, 16`. */
function valuesText(
  name: string,
  wanted: SweptValue | readonly SweptValue[],
  names: Names,
): string {
  const values = (Array.isArray(wanted) ? wanted : [wanted]) as SweptValue[];
  const list = values.map((value) => names.value(name, value)).join(', ');
  const bare = name === SCHEME || typeof values[0] === 'string';
  return bare ? list : `${names.dimension(name)} ${list}`;
}

/** A claim's formula in words: the metric, the points, and the denominator. */
export function useClaimText(): (formula: ClaimFormula) => string {
  const { t } = useTranslation();
  const names = useNames();
  return ({ metric, den_metric, as = 'ratio', num = {}, den = {}, per = {} }) => {
    const sum = (list: string | readonly string[]) =>
      (typeof list === 'string' ? [list] : list).map((id) => names.metric(id)).join(' + ');
    const above =
      den_metric === undefined
        ? sum(metric)
        : t('lab.over', { num: sum(metric), den: sum(den_metric) });
    const compared = Object.entries(den).map(([name, below]) => {
      const upperValues = num[name];
      const over = names.value(name, (Array.isArray(below) ? below[0] : below) as SweptValue);
      const upper =
        upperValues === undefined
          ? t('lab.every', { name: names.dimension(name) })
          : valuesText(name, upperValues, names);
      return t('lab.over', { num: upper, den: over });
    });
    const others = Object.entries(num)
      .filter(([name]) => !Object.hasOwn(den, name))
      .map(([name, wanted]) => valuesText(name, wanted, names));
    const divided = Object.entries(per).map(([name, unit]) =>
      t('lab.per', { unit: valuesText(name, unit, names) }),
    );
    const parts = [...compared, ...others, ...divided];
    return t('lab.claim', {
      metric: sentenceCase(as === 'ratio' ? above : t(`lab.as.${as}`, { metric: above })),
      num: parts.length > 0 ? parts.join(' · ') : t('lab.everyPoint'),
    });
  };
}
