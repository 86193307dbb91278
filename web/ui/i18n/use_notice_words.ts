import { enNotice } from './en_notice';
import { partOf } from './part';

/** The words of what is told above everything. */
export const useNoticeWords = partOf(enNotice, () =>
  import('./zh_notice').then((part) => part.zhNotice),
);
