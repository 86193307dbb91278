import type { Said } from '../../ui/i18n/part';
import type { enHelp } from './use_help_words';

/** 帮助对话框的中文文字；键与 en_help.ts 相同。 */
export const zhHelp: Said<typeof enHelp> = {
  title: '键盘与读图帮助',
  keys: '按键',
  step: '后退、前进一步',
  micro: '后退、前进一个微操作',
  ends: '开头、末尾',
  playKey: '播放、暂停',
  crash: '在此切断电源',
  marksKey: '标记列表',
  presentWindows: '演示时：讲者窗口，全屏',
  presentScreen: '演示时：黑屏，给听众看的指示点',
  presentHands: '演示时：为待回答的问题统计举手人数；此时每按一次数字键，就记一次举手',
  runKey: '在实验室和“破坏试验”中：运行，或取消',
  sizes: '步长：标记、事务、语句、日志记录、操作、微操作',
  helpKey: '本帮助',
  escape: '关闭面板',
  items: '在结构的各项之间移动',
  layouts:
    '字母键和数字键适用于各种键盘：键盘上是其他字母，或数字的位置上是符号时，以英文键盘上同一位置的键为准。',
  reading: '如何读懂舞台',
  readingTiers: '每条色带是机器的一个层次。黑线以下的内容断电后仍在，以上的则会丢失。',
  readingState: '圆角带斜线：易失。虚线：传输中。方角有底边：已持久。',
  readingBits: '圆点是状态位：置位且已持久为实心，仅在缓存中置位为半实心，未置位为空心。',
  readingBanks:
    'NVM 底部的方格是它的存储体（机器限定了存储体数时才有）。实心的正在读写一行；其中的 +2 表示还有两个请求在等它。',
  readingColour: '每个事务在各处都用同一种颜色。',
  readingFate: '右侧的裁定，是在机器的多个副本上真正断电、逐一运行恢复得出的。',
  readingLecture:
    '在课程中，方向键、Page Up、Page Down 和空格键在标记之间移动；按住 Shift 时方向键逐个事件移动。有问题待回答时数字键用于作答，否则用来选择 Shift 一步的长度。',
  readingRace:
    '在竞速中，空格键播放，方向键移动共同的时钟，C 键使所有系统在该时刻断电，R 键运行或取消。',
  readingLab:
    '在实验室中，斜线带是论文给出的范围，按所比较的点的实测值换算；画在带上的点应落在其中。',
  readingCompare:
    '在对比中，每一侧都停在不晚于时钟的最后一个事件之后。条形中的实色部分是提交，竖线是给客户端的答复。',
};
