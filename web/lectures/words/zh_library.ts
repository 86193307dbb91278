import type { Said } from '../../ui/i18n/part';
import type { enLibrary } from './en_library';

/** 课程列表的中文文字；键与 en_library.ts 相同。 */
export const zhLibrary: Said<typeof enLibrary> = {
  others: '其他',
  course: '课程',
  everything: '全部',
  onlyNvm: '仅 NVM',
  begun: '进行中',
  show: '显示',
  search: '搜索',
  none: '没有符合条件的课。',
  lectures_one: '1 课',
  lectures_other: '{{count}} 课',
  minutes_one: '1 分钟',
  minutes_other: '{{count}} 分钟',
  min: '{{count}} 分钟',
  'first-steps': '入门',
  further: '进阶',
  advanced: '高级',
  buildsOn: '以第 {{numbers}} 课为基础',
  measured: '测量',
  right: '{{of}} 题答对 {{right}} 题',
  ended: '已完成',
  atMark: '标记 {{mark}} / {{marks}}',
  linkPath: '复制这条路线的链接',
  linked: '链接已复制',
  number: '第 {{number}} 课',
  teach: '教师工具',
  plan: '编排课程计划',
  class: '全班的作答',
  drill: '练习与考试',
};
