import { partOf } from '../../ui/i18n/part';
import { enLog } from './en_log';
import { zhLog } from './zh_log';

/** The words about logs of PostgreSQL. */
export const useLogWords = partOf(enLog, zhLog);
