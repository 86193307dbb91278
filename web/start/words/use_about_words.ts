import { partOf } from '../../ui/i18n/part';
import { enAbout } from './en_about';

/** The words about the project at the foot of the first page. */
export const useAboutWords = partOf(enAbout, () =>
  import('./zh_about').then((part) => part.zhAbout),
);
