import type { Said } from '../../../ui/i18n/part';
import type { enAnswer } from './en_answer';

/** 关于服务器日志的结论的中文文字；键与 en_answer.ts 相同。 */
export const zhAnswer: Said<typeof enAnswer> = {
  title: '结论',
  none: '用 {{count}} 个客户端运行过你的服务器之后，结论显示在这里。',
  measured: '你用 {{count}} 个客户端每秒完成 {{rate}} 个事务。',
  modelled: '模型用 {{count}} 个客户端每秒完成 {{rate}} 个事务；你还没有测量。',
  bound: {
    log: '瓶颈在写日志：占一个事务用时的 {{share}}。',
    cores: '瓶颈在处理器核：在模型中它们 {{share}} 的时间都在忙，日志换用更快的设备也不会改变。',
    both:
      '等待日志及其带来的一切占一个事务用时的 {{share}}。这时处理器核也不够用：' +
      '在模型中它们 {{busy}} 的时间都在忙，其中也有进程之间互相等待的切换。',
    rows: '日志占一个事务用时的 {{share}}；其余是等待行锁和执行。',
  },
  ceiling:
    '你自己的服务器换用别的日志设备或别的提交方式，最多快到 {{times}} 倍：' +
    '这是它提交时什么都不等待的速度{{by}}。软件不同的系统不受此限。',
  ceilingPassed: '提交什么都不等待时快到 {{times}} 倍{{by}}。只有写记录本身也更省的日志才能更快。',
  ceilingMeasured: '（由你测得）',
  ceilingModelled: '（由模型得出）',
  untold:
    '换用别的日志能快多少还不知道：一个客户端以及仅由它校准的模型，说明不了 {{count}} 个客户端的情形。',
  untoldFar: '因此它说明不了瓶颈在哪里，也说明不了换用别的日志能快多少。',
  missingRun: {
    off: '最要紧的一次运行：pgbench 用 {{count}} 个客户端，{{commits}}。',
    asIs: '最要紧的一次运行：pgbench 用 {{count}} 个客户端，服务器保持现状。',
  },
  roughMore: '{{count}} 个客户端时模型比你测得的高 {{share}}：它对其他系统的说法只是粗略的估计。',
  roughLess: '{{count}} 个客户端时模型比你测得的低 {{share}}：它对其他系统的说法只是粗略的估计。',
  nearest: '你自己的数据库把日志放在 NVM：{{times}} 倍。',
  system: '系统',
  times: '相对你的速率',
  most: '提交不等待',
  mostModelled: '提交不等待（模型）',
  spends: '客户端用时最多的是',
  recovery: '恢复',
  own: '自带存储，不是你的数据库',
  best:
    'NVM 中最好的是“{{name}}”：上限为 {{ceiling}} 倍，它达到 {{times}} 倍；运行这份日志之后，恢复用时 {{after}}，' +
    '现在是 {{before}}。',
  bestPassed:
    'NVM 中最好的是“{{name}}”：{{times}} 倍；运行这份日志之后，恢复用时 {{after}}，现在是 {{before}}。',
  bestGuess:
    '仅按模型，NVM 中最好的是“{{name}}”：{{times}} 倍；运行这份日志之后，恢复用时 {{after}}，现在是 {{before}}。',
  all: '全部系统',
  print: '打印结论',
  asPage: '作为单独的页打开',
  back: '全部实验',
  from: '你的服务器运行 {{name}}：日志含 {{commits}} 个事务。各次运行由 Afterimage {{engine}} 测得。',
  held: '地址栏中的链接含有整个结果：打开它的人既不需要日志，也不需要你的服务器。',
  save: '存为文件',
  again: '重新测量',
  pageSource: '由 Afterimage {{engine}} 测得。此链接会显示这一结果：{{link}}',
  source: '由 Afterimage {{engine}} 测得。在存有这份日志的浏览器中，此链接会再次显示结论：{{link}}',
  unfit: {
    unlogged: '“{{name}}”未列入，因为结果比写日志的系统还慢。限制它的是存储本身，而不是日志。',
    ratio: '“{{name}}”未列入，因为结果快了一百倍以上。它做的不是同样的工作。',
    unsteady: '“{{name}}”未列入，因为前后两半的速度不同。这份日志对它来说太短。',
    incomplete: '“{{name}}”未列入，因为没有运行到结尾。分配给它的空间太小。',
  },
  beside: '预测与测量对照',
  besideWhy:
    '先看模型能否算出你的服务器的速度。设定价格的速率由短运行对上，对整份日志可能相差百分之几；其余都是预测。',
  run: '运行',
  predicted: '模型',
  yours: '测得',
  difference: '相差',
  runWith: '{{count}} 个客户端',
  runWithOne: '1 个客户端',
  asIs: '现状',
  calibrated: '用来设定价格',
  prediction: '预测',
  missing: '未测量',
  check: '一次刷写的用时：校准得 {{calibrated}}，你粘贴的是 {{told}}。',
  apart:
    '{{count}} 个客户端、提交不等待时你测得 {{rate}}，但按一个客户端的速率它们只能完成 {{most}}，模型也最多如此。' +
    '可能有一次运行受了干扰，或单个客户端在语句之间要等网络或等空闲的核唤醒。' +
    '请用不少于核数（{{cores}}）的客户端再测一次，这样才能区分。',
  far: {
    more: '{{count}} 个客户端时，模型比你测得的高 {{share}}。',
    less: '{{count}} 个客户端时，模型比你测得的低 {{share}}。',
    look: '请看磁盘在负载下一次刷写的用时是否与单独刷写时相同（须打开 track_wal_io_timing）：{{command}}',
    cores:
      '在模型中，这时的瓶颈是处理器核，而不是磁盘。请看核数是否填对，以及是否有别的程序占用它们。' +
      '多个客户端的运行（关闭 synchronous_commit 的，以及现状的）会设定一个客户端占用核的时间。',
  },
  notYours: '这些还不是你的机器：请回答下面的问题。',
};
