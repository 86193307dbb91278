import { partOf } from '../../ui/i18n/part';
import { enLive } from './en_live';

/** The words of answering by phone. */
export const useLiveWords = partOf(enLive, () => import('./zh_live').then((part) => part.zhLive));
