import { partOf } from '../part';
import { enRecovery } from './en_recovery';

/** The words about recoveries and the race's set-up. */
export const useRecoveryWords = partOf(enRecovery, () =>
  import('./zh_recovery').then((part) => part.zhRecovery),
);
