import { partOf } from '../../i18n/part';

/** The words of the code editor in English; zh_code.ts must have the same keys. */
export const enCode = {
  completions: 'What may be written here',
  fold: 'Fold line',
  unfold: 'Unfold line',
  folded: 'folded text',
  tooLong: 'Not taken: a text here has at most {{longest}} characters.',
  plain: 'The editor could not be loaded. This is a plain text field.',
} as const;

/** The words of the code editor. */
export const useCodeWords = partOf(enCode, () => import('./zh_code').then((part) => part.zhCode));
