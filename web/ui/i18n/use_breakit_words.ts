import { enBreakit } from './en_breakit';
import { partOf } from './part';
import { zhBreakit } from './zh_breakit';

/** The words of the crash explorer. */
export const useBreakWords = partOf(enBreakit, zhBreakit);
