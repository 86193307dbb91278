import { partOf } from '../../ui/i18n/part';
import { enQuestion } from './en_question';

/** The words of questions and answers. */
export const useQuestionWords = partOf(enQuestion, () =>
  import('./zh_question').then((part) => part.zhQuestion),
);
