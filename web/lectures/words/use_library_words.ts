import { partOf } from '../../ui/i18n/part';
import { enLibrary } from './en_library';

/** The words of the library. */
export const useLibraryWords = partOf(enLibrary, () =>
  import('./zh_library').then((part) => part.zhLibrary),
);
