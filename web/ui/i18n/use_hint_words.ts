import { enHints } from './en_hints';
import { partOf } from './part';
import { zhHints } from './zh_hints';

/** The words of what was most likely meant. */
export const useHintWords = partOf(enHints, zhHints);
