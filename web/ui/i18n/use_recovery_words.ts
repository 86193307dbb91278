import { enRecovery } from './en_recovery';
import { partOf } from './part';
import { zhRecovery } from './zh_recovery';

/** The words about recoveries and the race's set-up. */
export const useRecoveryWords = partOf(enRecovery, zhRecovery);
