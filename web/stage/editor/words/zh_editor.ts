import type { Said } from '../../../ui/i18n/part';
import { zhChoiceNames } from '../../words/zh_choice_names';
import type { enEditor } from './use_editor_words';

/** 编辑器中文说明；键与 en_editor.ts 相同。 */
export const zhEditor: Said<typeof enEditor> = {
  title: '编辑场景',
  form: '表单',
  json: 'JSON',
  clients: '客户端数',
  transactions: '事务数',
  threads: '线程',
  thread: '线程 {{number}}',
  remove: '移除',
  addThread: '添加线程',
  removeThread: '移除线程 {{number}}',
  records: '初始记录',
  scheme: '系统',
  mutations: '省去或调换步骤',
  overrides: '操作价格',
  deadlock: '死锁',
  choice: zhChoiceNames,
  seed: '种子',
  run: '重新运行',
  save: '存为文件',
  problems: '场景未运行。',
  revert: '放弃我的修改',
  threadHelp:
    '每行一条语句：begin T1、A := 50、A := A + 5、read A、scan A to C、insert C := 1、delete B、signal x、' +
    'await x、commit、abort。有多个打开的事务时：T2: A := 50。',
  recordsHelp: '每行一条记录：A = 100',
  overridesHelp: '留空则采用机器自己的价格。',
  withoutCourse: '换用另一系统时只运行脚本，不带本课的讲解、提问和断电：它们针对原来的系统。',
  kept: '输入的内容会一直保留，直到运行或放弃。',
  jsonHelp: '整个场景，包括标记、故障与事实。',
  notJson: '文本不是 JSON，无法用表单显示。',
};
