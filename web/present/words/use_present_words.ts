import { partOf } from '../../ui/i18n/part';
import { enPresent } from './en_present';

/** The words of presenting. */
export const usePresentWords = partOf(enPresent, () =>
  import('./zh_present').then((part) => part.zhPresent),
);

export type PresentWords = ReturnType<typeof usePresentWords>;
