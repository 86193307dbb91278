import { partOf } from '../../../ui/i18n/part';
import { enServer } from './en_server';

/** The words about the reader's server. */
export const useServerWords = partOf(enServer, () =>
  import('./zh_server').then((part) => part.zhServer),
);
