import { partOf } from '../../ui/i18n/part';
import { enLibrary } from './en_library';
import { zhLibrary } from './zh_library';

/** The words of the library. */
export const useLibraryWords = partOf(enLibrary, zhLibrary);
