import { partOf } from '../../ui/i18n/part';
import { enQuestion } from './en_question';
import { enWitness } from './en_witness';
import { zhQuestion } from './zh_question';
import { zhWitness } from './zh_witness';

/** The words of questions and answers. */
export const useQuestionWords = partOf(enQuestion, zhQuestion);

/** The words that explain a wrong answer. */
export const useWitnessWords = partOf(enWitness, zhWitness);
