import { partOf } from '../../ui/i18n/part';
import { enPanels } from './en_panels';

/** The words of the panels of cost and wear. */
export const usePanelWords = partOf(enPanels, () =>
  import('./zh_panels').then((part) => part.zhPanels),
);
