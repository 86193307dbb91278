import { enLecture } from './en_lecture';
import { partOf } from './part';
import { zhLecture } from './zh_lecture';

/** The words of a lecture that is open. */
export const useLectureWords = partOf(enLecture, zhLecture);
