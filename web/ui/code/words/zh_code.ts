import type { Said } from '../../i18n/part';
import type { enCode } from './use_code_words';

/** 代码编辑器的中文。 */
export const zhCode: Said<typeof enCode> = {
  completions: '此处可写的内容',
  fold: '折叠此行',
  unfold: '展开此行',
  folded: '已折叠的文本',
  tooLong: '未采用：这里的文本最多 {{longest}} 个字符。',
  plain: '编辑器未能载入，这里是普通文本框。',
};
