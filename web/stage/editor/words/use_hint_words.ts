import { partOf } from '../../../ui/i18n/part';
import { enHints } from './en_hints';

/** The words of likely corrections. */
export const useHintWords = partOf(enHints, () =>
  import('./zh_hints').then((part) => part.zhHints),
);
