import type { Said } from '../../ui/i18n/part';
import type { enEmbed } from './use_embed_words';

/** The strings of embedding in Chinese. */
export const zhEmbed: Said<typeof enEmbed> = {
  nothing: '外层页面决定这里显示哪一讲。',
  unknown: '这个框架的地址所指的那一讲不存在。',
  title: '嵌入这一讲',
  about:
    '把下面的代码粘贴到任何可以编辑 HTML 的页面里：课程页面、幻灯片或笔记本。读者不需要账号，他们的答案留在自己的浏览器中。',
  begin: '起点',
  beginStart: '从头开始',
  beginHere: '从当前位置开始',
  language: '语言',
  languageReader: '随读者的浏览器',
  height: '高度（像素）',
  frame: '框架',
  copy: '复制',
  copied: '已复制',
  script: '如果页面要接收答案和得分',
  scriptAbout:
    '把这几行放在框架之后。它们也让框架自己决定高度。得分只告诉嵌入这一讲的页面，不告诉别人。',
  manual: '浏览器不允许页面复制。请选中这些行，自己复制。',
  needsServer:
    '只有放在服务器上的网站才能被嵌入。当前页面是单个文件：请构建网站，放到服务器上，再在那里打开这一讲。',
  open: '嵌入到页面……',
  package: '用于课程平台（SCORM、cmi5）……',
};
