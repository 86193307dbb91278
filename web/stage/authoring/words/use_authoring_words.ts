import { partOf } from '../../../ui/i18n/part';
import { enAuthoring } from './en_authoring';

/** The words of the panel that adds marks from the stage. */
export const useAuthoringWords = partOf(enAuthoring, () =>
  import('./zh_authoring').then((part) => part.zhAuthoring),
);
