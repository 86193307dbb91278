import { partOf } from '../../../ui/i18n/part';

/** The likely corrections of refused texts, in English. */
export const enHints = {
  nearest: 'Did you mean “{{name}}”?',
  known: 'Available: {{names}}.',
  assign: 'Assign a value to a record with :=, as in A := A + 1.',
  text: 'Write it with its language: {"en": "…"}, {"zh": "…"}, or both.',
  digits: 'Leave out the quotes: a number has none.',
  comma: 'Remove the comma before this bracket.',
  quotes: 'Put names and texts in straight double quotes: "…".',
} as const;

/** The words of likely corrections. */
export const useHintWords = partOf(enHints, () =>
  import('./zh_hints').then((part) => part.zhHints),
);
