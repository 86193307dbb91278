import { partOf } from '../../ui/i18n/part';
import { enLecture } from './en_lecture';
import { zhLecture } from './zh_lecture';

/** The words of a lecture that is open. */
export const useLectureWords = partOf(enLecture, zhLecture);
