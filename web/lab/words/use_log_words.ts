import { partOf } from '../../ui/i18n/part';
import { enLog } from './en_log';

/** The words about logs of PostgreSQL. */
export const useLogWords = partOf(enLog, () => import('./zh_log').then((part) => part.zhLog));
