import { partOf } from '../../../ui/i18n/part';
import { enBanks } from './en_banks';

/** The words about banks of the NVM. */
export const useBankWords = partOf(enBanks, () =>
  import('./zh_banks').then((part) => part.zhBanks),
);
