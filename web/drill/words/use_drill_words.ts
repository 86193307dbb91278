import { partOf } from '../../ui/i18n/part';
import { enDrill } from './en_drill';

/** The words of drills and exams. */
export const useDrillWords = partOf(enDrill, () =>
  import('./zh_drill').then((part) => part.zhDrill),
);
