import { partOf } from '../../ui/i18n/part';
import { enFaults } from './en_faults';

/** The words about a program that has stopped. */
export const useFaultWords = partOf(enFaults, () =>
  import('./zh_faults').then((part) => part.zhFaults),
);
