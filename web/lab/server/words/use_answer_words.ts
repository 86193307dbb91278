import { partOf } from '../../../ui/i18n/part';
import { enAnswer } from './en_answer';

/** The words of the answer to a server's log. */
export const useAnswerWords = partOf(enAnswer, () =>
  import('./zh_answer').then((part) => part.zhAnswer),
);
