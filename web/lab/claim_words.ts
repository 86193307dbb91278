import type { ClaimFormula, SweptValue } from '../engine/experiment_protocol';
import { useTranslation } from '../ui/i18n';
import { sentenceCase } from './amount';
import { type Names, useNames } from './use_names';

/** The first value with its name, the others bare: `clients 4, 16`. */
function valuesText(
  name: string,
  wanted: SweptValue | readonly SweptValue[],
  names: Names,
): string {
  const [first = '', ...more] = (Array.isArray(wanted) ? wanted : [wanted]) as SweptValue[];
  const place = names.place([{ name, value: first }]);
  return [place, ...more.map((value) => names.value(name, value))].join(', ');
}

/** A claim's formula in words: what is measured, at which points, over what. */
export function useClaimText(): (formula: ClaimFormula) => string {
  const { t } = useTranslation();
  const names = useNames();
  return ({ metric, num = {}, den = {} }) => {
    const list = typeof metric === 'string' ? [metric] : metric;
    const compared = Object.entries(den).map(([name, below]) => {
      const above = num[name];
      const over = names.value(name, (Array.isArray(below) ? below[0] : below) as SweptValue);
      const upper =
        above === undefined
          ? t('lab.every', { name: names.dimension(name) })
          : valuesText(name, above, names);
      return t('lab.over', { num: upper, den: over });
    });
    const others = Object.entries(num)
      .filter(([name]) => !Object.hasOwn(den, name))
      .map(([name, wanted]) => valuesText(name, wanted, names));
    const parts = [...compared, ...others];
    return t('lab.claim', {
      metric: sentenceCase(list.map((id) => names.metric(id)).join(' + ')),
      num: parts.length > 0 ? parts.join(' · ') : t('lab.everyPoint'),
    });
  };
}
