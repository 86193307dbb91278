import type { Said } from '../../ui/i18n/part';
import type { enFields } from './use_field_words';
import { zhFieldNames } from './zh_field_names';

/** 场景与实验各字段的中文名称，用于说明错误。 */
export const zhFields: Said<typeof enFields> = {
  join: '，',
  named: '{{word}} {{name}}',
  price: '价格：{{name}}',
  place: '第 {{line}} 行第 {{column}} 列',
  jump: '转到{{place}}',
  faults_one: '一处错误',
  faults_other: '{{count}} 处错误',
  checking: '正在检查……',
  good: '没有错误。',
  word: {
    ...zhFieldNames,
    duration: '虚拟时间',
    statement: '语句',
    value: '值',
    colour: '颜色',
    rows: '行',
  },
};
