import { partOf } from '../../ui/i18n/part';
import { enEdit } from './en_edit';

/** The words of changing a lecture at its place. */
export const useEditWords = partOf(enEdit, () => import('./zh_edit').then((part) => part.zhEdit));
