import { enNotice } from './en_notice';
import { partOf } from './part';

/** The words of the messages above everything else. */
export const useNoticeWords = partOf(enNotice, () =>
  import('./zh_notice').then((part) => part.zhNotice),
);
