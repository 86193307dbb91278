import { partOf } from '../../../ui/i18n/part';
import { enEditor } from './en_editor';

/** What the editor explains. */
export const useEditorWords = partOf(enEditor, () =>
  import('./zh_editor').then((part) => part.zhEditor),
);
