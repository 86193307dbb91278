import type { Said } from '../../ui/i18n/part';
import type { enAbout } from './use_about_words';

/** 首页末尾的说明；键与 en_about.ts 相同。 */
export const zhAbout: Said<typeof enAbout> = {
  about1:
    '数据库承诺：确认过的不会丢失。它靠日志、靠正确的写入次序来兑现。这一切很难看见：它发生在几微秒之内，只有在最坏的时刻断电，才知道做得对不对。',
  about2:
    '在这里可以随时停下。Afterimage 在这个页面里逐字节地运行发表过的日志方案，底下是模拟的磁盘，以及断电后内容仍在的内存。你一步一步地走，在任何地方切断电源，然后看恢复找到了什么。',
  about3:
    '没有一处是手工画的。每幅画面、每个答案、每个数字都来自引擎，这一页上的画面也不例外。没有服务器，也没有账户；你打开的东西留在你的浏览器里。',
};
