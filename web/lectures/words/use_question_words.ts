import { partOf } from '../../ui/i18n/part';
import { enQuestion } from './en_question';
import { enWitness } from './en_witness';

/** The words of questions and answers. */
export const useQuestionWords = partOf(enQuestion, () =>
  import('./zh_question').then((part) => part.zhQuestion),
);

/** The words that explain a wrong answer. */
export const useWitnessWords = partOf(enWitness, () =>
  import('./zh_witness').then((part) => part.zhWitness),
);
