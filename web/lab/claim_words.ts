import type { ClaimFormula, SweptValue } from '../engine/experiment_protocol';
import { SCHEME } from '../model/chart_data';
import { useTranslation } from '../ui/i18n';
import { sentenceCase } from './amount';
import { type Names, useNames } from './use_names';

/** Values with the name of what they are of, where they do not say it: `clients 4, 16`. */
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
