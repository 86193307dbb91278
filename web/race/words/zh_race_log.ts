import type { Said } from '../../ui/i18n/part';
import type { enRaceLog } from './use_race_log_words';

/** 竞速所用日志的中文文字；键与 en_race_log.ts 相同。 */
export const zhRaceLog: Said<typeof enRaceLog> = {
  own: '你自己的日志',
  none: '请选择 pg_waldump 或 mysqlbinlog --verbose 打印的文本，或写成 JSON 行的其他数据库的工作；也可以是 .gz 文件。',
  private: '其内容不会离开这个浏览器。链接只写明是哪份日志，不包含日志本身。',
  elsewhere: '这个浏览器中没有链接所指的日志。请向分享链接的人索取文件。',
  choose: '选择文件……',
  other: '换一份日志……',
  reading: '正在读取 {{name}}……',
  readSoFar: '正在读取 {{name}}……已读 {{size}} MB',
  here: '{{name}}：{{count}} 个事务。全部完成的系统即到达终点。',
  refused: '未接受 {{name}}。第 {{line}} 行：{{reason}}',
  unread: '引擎无法读取',
  file: {
    'too-large': '{{name}} 超过了页面可接受的长度。请使用较短的范围。',
    unreadable: '无法读取 {{name}}。',
  },
};
