import { partOf } from '../../ui/i18n/part';
import { enProofs } from './en_proofs';

/** The words of the page of proofs. */
export const useProofWords = partOf(enProofs, () =>
  import('./zh_proofs').then((part) => part.zhProofs),
);
