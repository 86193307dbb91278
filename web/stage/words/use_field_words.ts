import { partOf } from '../../ui/i18n/part';
import { enFields } from './en_fields';

/** The words for fields of files and for complaints about them. */
export const useFieldWords = partOf(enFields, () =>
  import('./zh_fields').then((part) => part.zhFields),
);
