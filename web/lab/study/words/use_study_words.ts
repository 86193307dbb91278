import { partOf } from '../../../ui/i18n/part';
import { enStudy } from './en_study';

/** The words of the study of an answer. */
export const useStudyWords = partOf(enStudy, () =>
  import('./zh_study').then((part) => part.zhStudy),
);
