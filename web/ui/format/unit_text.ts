import type { Translate } from '../i18n';

const WORDS = ['years', 'days', 'hours', 'minutes', 'writes', 'entries'] as const;

/** A unit in the reader's language. */
export function unitText(unit: string, t: Translate): string {
  const [name = '', squared] = unit.split('^2');
  const word = WORDS.find((each) => each === name);
  return (word ? t(`lab.units.${word}`) : name) + (squared === undefined ? '' : '²');
}
