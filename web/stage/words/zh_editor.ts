import type { Said } from '../../ui/i18n/part';
import type { enEditor } from './en_editor';

/** 编辑器中文说明；键与 en_editor.ts 相同。 */
export const zhEditor: Said<typeof enEditor> = {
  threadHelp:
    '每行一条语句：begin T1、A := 50、A := A + 5、read A、scan A to C、insert C := 1、delete B、signal x、await x、commit、abort。有多个打开的事务时：T2: A := 50。',
  recordsHelp: '每行一条记录：A = 100',
  overridesHelp: '留空则采用机器自己的价格。',
  withoutCourse: '换用另一系统时只运行脚本，不带本课的讲解、提问和断电：它们针对原来的系统。',
  kept: '输入的内容会一直保留，直到运行或放弃。',
  jsonHelp: '整个场景，包括标记、故障与事实。',
  notJson: '文本不是 JSON，无法用表单显示。',
};
