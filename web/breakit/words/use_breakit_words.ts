import { partOf } from '../../ui/i18n/part';
import { enBreakit } from './en_breakit';

/** The words of the crash explorer. */
export const useBreakWords = partOf(enBreakit, () =>
  import('./zh_breakit').then((part) => part.zhBreakit),
);
