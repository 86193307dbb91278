import type { Said } from './part';
import type { enNotice } from './use_notice_words';

/** 页面顶端提示的中文文字；键与 en_notice.ts 相同。 */
export const zhNotice: Said<typeof enNotice> = {
  setAside: '浏览器中保存的部分内容无法读取，已另行存放：{{things}}。页面不受影响。',
  stored: {
    preferences: '设置',
    progress: '讲解进度',
    own: '自有文件',
    branches: '场景的分支',
    log: '自有日志',
    draft: '草稿',
    plan: '你的课程计划',
    measured: '上次测量的实验',
    server: '你填写的服务器情况',
  },
  storageSilent: '浏览器的存储没有响应：离开页面后不会保留任何内容。',
  newer: 'Afterimage 有新版本。',
  events: '目前已有 {{events}} 个事件。',
  refused: '此场景未能打开',
  instead: '已改为打开一课。',
  trap: '引擎停在“{{event}}”：{{message}}',
  trapHelp: '在此事件之前的内容仍可步进查看。',
  anchorMoved: '自此链接生成以来，执行轨迹已有变化；这是最接近的位置。',
  broken: '此链接的部分内容无法读取：{{fields}}。其余已恢复。',
  newerLink: '此链接由更新版本的 Afterimage 生成；本版本不认识的内容已略去。',
  missing: '此链接的场景不在这个浏览器中。请向分享者索取文件。',
  unknown: {
    view: '此链接指向的页面 {{name}} 不存在；现在显示的是舞台。',
    lecture: '此链接指向的课程 {{name}} 不存在。',
    metric: '此实验没有指标 {{name}}；显示的是它自己的图。',
    claim: '此实验没有论断 {{name}}；显示的是第一条论断。',
    prediction: '此实验没有问题集 {{name}}；直接显示实验。',
    tour: '此链接指向的导览 {{name}} 不存在。',
    system: '此链接指向的系统 {{name}} 不存在；场景在它自己的系统上运行。',
  },
  unreadable: '无法读取文件 {{name}}。',
  notText:
    '文件 {{name}} 不是 UTF-8 文本：第 {{line}} 行的第 {{byte}} 个字节（从文件开头算起）不属于任何字符。',
  tooLarge: '文件为 {{size}} MB，最多 {{limit}} MB。',
};
