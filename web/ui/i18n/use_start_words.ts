import { enStart } from './en_start';
import { partOf } from './part';
import { zhStart } from './zh_start';

/** The words of the first page. */
export const useStartWords = partOf(enStart, zhStart);
