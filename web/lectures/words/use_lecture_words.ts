import { partOf } from '../../ui/i18n/part';
import { enLecture } from './en_lecture';

/** The words of a lecture that is open. */
export const useLectureWords = partOf(enLecture, () =>
  import('./zh_lecture').then((part) => part.zhLecture),
);
