import { partOf } from '../../ui/i18n/part';
import { enHelp } from './en_help';
import { zhHelp } from './zh_help';

/** The words of the help dialog. */
export const useHelpWords = partOf(enHelp, zhHelp);
