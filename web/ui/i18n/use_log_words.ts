import { enLog } from './en_log';
import { partOf } from './part';
import { zhLog } from './zh_log';

/** The words about logs of PostgreSQL. */
export const useLogWords = partOf(enLog, zhLog);
