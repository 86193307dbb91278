import { partOf } from '../../ui/i18n/part';
import { enAbout } from './en_about';

/** What the first page says at its foot of what this is. */
export const useAboutWords = partOf(enAbout, () =>
  import('./zh_about').then((part) => part.zhAbout),
);
