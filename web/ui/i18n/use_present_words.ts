import { enPresent } from './en_present';
import { partOf } from './part';
import { zhPresent } from './zh_present';

/** The words of presenting. */
export const usePresentWords = partOf(enPresent, zhPresent);

export type PresentWords = ReturnType<typeof usePresentWords>;
