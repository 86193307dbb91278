import { partOf } from '../../../ui/i18n/part';
import { enEditor } from './en_editor';

/** The explanations of the editor. */
export const useEditorWords = partOf(enEditor, () =>
  import('./zh_editor').then((part) => part.zhEditor),
);
