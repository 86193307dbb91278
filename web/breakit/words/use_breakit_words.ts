import { partOf } from '../../ui/i18n/part';
import { enBreakit } from './en_breakit';
import { zhBreakit } from './zh_breakit';

/** The words of the crash explorer. */
export const useBreakWords = partOf(enBreakit, zhBreakit);
