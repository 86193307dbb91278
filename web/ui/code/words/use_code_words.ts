import { partOf } from '../../i18n/part';
import { enCode } from './en_code';

/** The words of the code editor. */
export const useCodeWords = partOf(enCode, () => import('./zh_code').then((part) => part.zhCode));
