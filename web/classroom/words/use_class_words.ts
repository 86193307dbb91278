import { partOf } from '../../ui/i18n/part';
import { enClass } from './en_class';

/** The words of answers and of the lecturer's page. */
export const useClassWords = partOf(enClass, () =>
  import('./zh_class').then((part) => part.zhClass),
);

export type ClassWords = ReturnType<typeof useClassWords>;
