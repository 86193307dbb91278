import { partOf } from '../../ui/i18n/part';
import { enPresent } from './en_present';
import { zhPresent } from './zh_present';

/** The words of presenting. */
export const usePresentWords = partOf(enPresent, zhPresent);

export type PresentWords = ReturnType<typeof usePresentWords>;
