import { partOf } from '../../ui/i18n/part';
import { enStart } from './en_start';
import { zhStart } from './zh_start';

/** The words of the first page. */
export const useStartWords = partOf(enStart, zhStart);
