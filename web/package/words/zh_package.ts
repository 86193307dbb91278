import type { Said } from '../../ui/i18n/part';
import type { enPackage } from './en_package';

/** The words of packages for course systems in Chinese. */
export const zhPackage: Said<typeof enPackage> = {
  ofPlan: '用于课程平台（SCORM）……',
  title: '用于课程平台',
  about:
    '制作一个课程包，Moodle、ILIAS、Canvas 等平台可以按“SCORM 1.2”导入：其中包含各课及其所需的一切。课程平台会收到谁学完了、首次作答的得分，以及每一次首次作答。',
  holds_one: '其中有一课。',
  holds_other: '其中有 {{count}} 课。',
  measured_one: '一个测量课没有包含在内：它只能在实验室中运行。',
  measured_other: '{{count}} 个测量课没有包含在内：它们只能在实验室中运行。',
  tasks_one: '一项作业没有包含在内：请在课程平台中布置。',
  tasks_other: '{{count}} 项作业没有包含在内：请在课程平台中布置。',
  empty: '其中没有可以放进课程包的课。',
  name: '在课程平台中的标题',
  language: '语言',
  languageReader: '随读者的浏览器',
  make: '制作课程包',
  making: '正在收集文件：{{done}} / {{of}}',
  made: '已保存：{{name}}，{{size}}。',
  failed: '无法制作课程包：{{message}}',
  proof: '浏览器报告的得分不能证明什么：它只用于练习。',
  needsServer:
    '课程包由网站的文件制成，而当前页面是单个文件。请在网站上打开这一课，或用命令行制作：{{command}}',
  needsBuild: '这个服务器上没有构建好的网站：请运行 {{command}}，再打开构建出的文件夹。',
  reported: '已报告给课程平台：首次作答 {{of}} 题中答对 {{right}} 题。',
  completed: '已全部学完。',
  alone: '这里没有课程平台在接收：各课照常可用，你的答案留在这个浏览器中，什么也不会报告。',
  refused: '课程平台没有接收最后一次作答。你的答案保存在这个浏览器中。',
  looking: '课程平台只供查看：什么也不会报告。',
  noCourse: '课程包已损坏：无法读取 course.json。',
  lectures: '各课',
  ended: '{{title}}（已完成）',
};
