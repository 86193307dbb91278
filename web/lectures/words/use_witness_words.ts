import { partOf } from '../../ui/i18n/part';
import { enWitness } from './en_witness';

/** The words that explain a wrong answer. */
export const useWitnessWords = partOf(enWitness, () =>
  import('./zh_witness').then((part) => part.zhWitness),
);
