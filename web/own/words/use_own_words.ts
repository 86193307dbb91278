import { partOf } from '../../ui/i18n/part';
import { enOwn } from './en_own';

/** The words of the page of own logs. */
export const useOwnWords = partOf(enOwn, () => import('./zh_own').then((part) => part.zhOwn));

export type OwnWords = ReturnType<typeof useOwnWords>;
