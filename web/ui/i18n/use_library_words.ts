import { enLibrary } from './en_library';
import { partOf } from './part';
import { zhLibrary } from './zh_library';

/** The words of the library. */
export const useLibraryWords = partOf(enLibrary, zhLibrary);
