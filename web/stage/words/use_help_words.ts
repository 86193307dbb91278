import { partOf } from '../../ui/i18n/part';
import { enHelp } from './en_help';

/** The words of the help dialog. */
export const useHelpWords = partOf(enHelp, () => import('./zh_help').then((part) => part.zhHelp));
