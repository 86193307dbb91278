import { partOf } from '../../ui/i18n/part';
import { enBytes } from './en_bytes';

/** The words about bytes of the devices. */
export const useByteWords = partOf(enBytes, () =>
  import('./zh_bytes').then((part) => part.zhBytes),
);
