import { enHelp } from './en_help';
import { partOf } from './part';
import { zhHelp } from './zh_help';

/** The words of the help dialog. */
export const useHelpWords = partOf(enHelp, zhHelp);
