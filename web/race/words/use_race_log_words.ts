import { partOf } from '../../ui/i18n/part';
import { enRaceLog } from './en_race_log';

/** The words of the log that a race runs. */
export const useRaceLogWords = partOf(enRaceLog, () =>
  import('./zh_race_log').then((part) => part.zhRaceLog),
);
