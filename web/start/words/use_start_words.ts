import { partOf } from '../../ui/i18n/part';
import { enStart } from './en_start';

/** The words of the first page. */
export const useStartWords = partOf(enStart, () =>
  import('./zh_start').then((part) => part.zhStart),
);
