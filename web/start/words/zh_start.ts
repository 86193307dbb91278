import type { Said } from '../../ui/i18n/part';
import type { enStart } from './en_start';

/** 首页的中文文字；键与 en_start.ts 相同。 */
export const zhStart: Said<typeof enStart> = {
  tagline: '断电之后，还剩下什么',
  opening: '开场：一笔转账，一次断电，以及剩下的东西',
  left: '页在磁盘上',
  right: '页在 NVM 中',
  disk: '磁盘',
  nvm: 'NVM',
  log: '日志',
  undo: '撤销',
  survives: '断电仍在 ↓',
  nothing: '什么都没有到达',
  was: '{{record}} 原为 {{value}}',
  commit: '提交',
  pane: '{{title}}：DRAM 中 {{memory}}；线以下 {{home}}',
  account: '{{name}} {{value}}',
  gone: '什么都没有',
  pause: '暂停',
  play: '播放',
  again: '再放一遍',
  anyKey: '或按任意键',
  doors: '或从下面选择一项',
  leaveOut: '省去这一行看看',
  beat: '第 {{number}} 幕，共 {{count}} 幕',
  film: '开场的五幅画面',
  reads: '内存中两者合计 {{sum}}',
  unknown: '此刻无从询问',
  same: '好像从未开始过',
  missing: '少了 {{amount}}',
  putBack: '恢复把 {{record}} 放了回去',
  courseTitle: '课程',
  courseText:
    '共 {{count}} 课，从一次写入到一个完整的 TPC-C 事务。你来预测，电源切断，由引擎作答。',
  courseStart: '开始：第 1 课',
  courseGoOn: '继续：第 {{number}} 课',
  coursePath: '90 分钟的路线',
  raceTitle: '竞速与实验室',
  raceText:
    '同样的负载，最多六个系统，在同一个时钟上并排运行；论文中的每张图都重新测量，并与发表的范围对照。',
  raceStart: '开始竞速',
  figures: '论文中的图',
  logTitle: '你自己的日志',
  logText:
    '把 pg_waldump 的输出拖进来：其中有什么，各个系统在你的机器上会如何处理它，瓶颈又在哪里。任何内容都不会离开浏览器。',
  logChoose: '选择文件',
  sample: '试试真实的日志：pgbench 的 10,000 个事务',
  sampleComes: '正在获取样例（1.2 MB）……',
  sampleMissing: '无法获取样例。',
  sampleElsewhere: '服务器上的页面带有样例可试；这个单文件版不带。',
  always: '必定',
  sometimes: '可能',
  never: '必定不',
  aboutTitle: '这是什么',
  about1:
    '数据库承诺：确认过的不会丢失。它靠日志、靠正确的写入次序来兑现。这一切很难看见：它发生在几微秒之内，只有在最坏的时刻断电，才知道做得对不对。',
  about2:
    '在这里可以随时停下。Afterimage 在这个页面里逐字节地运行发表过的日志方案，底下是模拟的磁盘，以及断电后内容仍在的内存。你一步一步地走，在任何地方切断电源，然后看恢复找到了什么。',
  about3:
    '没有一处是手工画的。每幅画面、每个答案、每个数字都来自引擎，这一页上的画面也不例外。没有服务器，也没有账户；你打开的东西留在你的浏览器里。',
};
