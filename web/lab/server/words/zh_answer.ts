import type { Said } from '../../../ui/i18n/part';
import type { enAnswer } from './use_answer_words';

/** 关于服务器日志的结论的中文文字；键与 en_answer.ts 相同。 */
export const zhAnswer: Said<typeof enAnswer> = {
  title: '结论',
  none: '用 {{count}} 个客户端运行过你的服务器之后，结论显示在这里。',
  measured: '你用 {{clients}}每秒完成 {{rate}} 个事务。',
  modelled: '模型用 {{clients}}每秒完成 {{rate}} 个事务；你还没有测量。',
  bound: {
    log: '瓶颈在等待日志：提交若不等待日志，可省去一个事务用时的 {{share}}。',
    cores: '瓶颈在处理器核：在模型中它们 {{share}} 的时间都在忙，日志换用更快的设备也不会改变。',
    both: '提交若不等待日志，可省去一个事务用时的 {{share}}。这时处理器核也不够用：在模型中它们 {{busy}} 的时间都在忙。',
    rows: '提交若不等待日志，可省去一个事务用时的 {{share}}；其余是等待行锁和执行。',
  },
  process: {
    switch:
      '在模型中，处理器核 {{share}} 的时间用于等待日志的进程之间的切换：每个事务 {{count}} 次，每次 {{each}}；' +
      '提交什么都不等待时为 {{off}} 次。客户端消息引起的切换计入语句的路径。',
    wake:
      '在模型中，一个事务 {{share}} 的用时在等待空闲的核醒来：每个事务 {{count}} 次，每次 {{each}}；' +
      '提交什么都不等待时为 {{off}} 次。',
  },
  ceiling:
    '换用别的日志设备或别的提交方式，你自己的服务器最多达到{{gain}}：提交什么都不等待时，{{source}}每秒 {{off}} 个，' +
    '{{off}} ÷ {{asIs}} = {{times}}。软件不同的系统不受此限。',
  ceilingPassed:
    '提交什么都不等待时，你自己的服务器达到{{gain}}：{{source}}每秒 {{off}} 个，{{off}} ÷ {{asIs}} = {{times}}。' +
    '只有写记录本身也更省的日志才能更快。',
  ceilingMeasured: '你测得',
  ceilingModelled: '模型得出',
  makes: {
    times: '现在的 {{times}} 倍',
    more: '比现在多 {{share}}',
    less: '比现在少 {{share}}',
    same: '与现在相同',
  },
  gain: { times: '{{times}} 倍', more: '多 {{share}}', less: '少 {{share}}', same: '相同' },
  untold:
    '换用别的日志能快多少还不知道：一个客户端以及仅由它校准的模型，说明不了 {{count}} 个客户端的情形。',
  untoldOne: '换用别的日志能快多少还不知道：这需要你的服务器在提交不等待时的速率。',
  untoldFar: '因此它说明不了瓶颈在哪里，也说明不了换用别的日志能快多少。',
  missingRun: {
    off: '最要紧的一次运行：pgbench 用 {{clients}}，{{commits}}。',
    asIs: '最要紧的一次运行：pgbench 用 {{clients}}，服务器保持现状。',
  },
  untoldBest: '有了这次运行，这里才说明哪个系统最好、好多少；在此之前，下表只是模型的结果。',
  needsOne: {
    path:
      '模型还没有按你的服务器校准：这需要 pgbench 用一个客户端运行，{{commits}} 和现状各一次。' +
      '在此之前，一条语句的开销只是猜测。',
    wakes:
      '空闲的核醒来要多久还不知道，一次刷写的用时也只是粘贴的或猜测的：' +
      'pgbench 用一个客户端运行，{{commits}} 和现状各一次，就能得出这两者。',
  },
  roughMore: '{{run}}时模型比你测得的高 {{share}}：它对其他系统的说法只是粗略的估计。',
  roughLess: '{{run}}时模型比你测得的低 {{share}}：它对其他系统的说法只是粗略的估计。',
  runIs: '{{clients}}（{{commits}}）',
  nearest: '你自己的数据库把日志放在 NVM：{{makes}}。',
  system: '系统',
  times: '与你的速率相比',
  most: '占你的上限',
  mostModelled: '占你的上限（模型）',
  timesOf:
    '“与你的速率相比”的算法：系统在模型中的速率，除以模型中提交不等待时的 {{off}}，再乘以 {{ceiling}}。' +
    '例如“{{name}}”：{{rate}} ÷ {{off}} × {{ceiling}} = {{times}}。',
  spends: '客户端用时最多的是',
  spendsOf:
    '“客户端用时最多的是”按该次运行的账目计算，是客户端在模型中全部用时的份额。' +
    '提交不等待所省去的是另一个份额：不再等待日志的客户端，等待核或行的时间会更长。',
  threads: {
    switches: '这些系统有处理日志的线程，会占用客户端的核：{{runs}}。',
    switching: '“{{name}}”每个事务切换 {{count}} 次，每次 {{each}}，占核时间的 {{share}}',
    awake:
      '这些系统自己的线程让一个核保持清醒，客户端因此少等空闲的核醒来，这并不是日志带来的好处：{{runs}}。',
    sparing: '“{{name}}”用 {{clients}}时，由此为每个事务（{{all}}）省去 {{time}}',
  },
  recoveryWakes:
    '恢复由一个进程进行，从闪存读一页时它在睡眠；每次读完都要由一个空闲的核醒来，用时 {{each}}，所以这个价格也使恢复变长。',
  logBytes:
    '在模型中，服务器每次提交写日志 {{model}}，而你的日志在同样的提交上是 {{all}}，其中 {{images}} 是页映像。' +
    '模型在检查点之后首次修改某页时写自己的页映像，并且从一个检查点开始：恢复、日志字节和磨损都属于它的日志，而不是你的日志。',
  unsteady:
    '结论所依据的运行中有未达稳态的，其后半段与前半段的速率之比为：{{runs}}。更长的日志更能说明问题。',
  unsteadyRun: '“{{name}}”{{ratio}}',
  recovery: '恢复',
  scrolls: '表格可左右滚动。',
  own: '自带存储：不是你的数据库，也不受你的上限约束',
  software: '软件不同：不受你的上限约束',
  amongAll: '除你的服务器外的 {{count}} 个系统中',
  amongSome: '除你的服务器外已运行的 {{count}} 个系统中（按“全部系统”再运行 {{others}} 个）',
  best:
    '{{among}}，把数据库保存在页中的以“{{name}}”为最好：{{makes}}（上限为 {{ceiling}} 倍）；' +
    '运行这份日志之后，恢复用时 {{after}}，现在是 {{before}}。',
  bestPassed:
    '{{among}}，把数据库保存在页中的以“{{name}}”为最好：{{makes}}；运行这份日志之后，恢复用时 {{after}}，' +
    '现在是 {{before}}。',
  bestGuess:
    '{{among}}，仅按模型，把数据库保存在页中的以“{{name}}”为最好：{{makes}}；运行这份日志之后，恢复用时 {{after}}，' +
    '现在是 {{before}}。',
  slower: '它的恢复更慢，主要在{{pass}}：{{after}}，现在是 {{before}}。',
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
  unfitTitle: '未显示的结果',
  unfitAll: '“{{name}}”：{{why}}',
  unfitSome: '“{{name}}”，{{clients}}：{{why}}',
  unfitMore: '{{clients}}：{{why}}',
  unfit: {
    unlogged: '结果比写日志的系统还慢，说明限制它的是存储本身，其速率说明不了日志。',
    ratio: '结果快了一百倍以上，说明它做的不是同样的工作。',
    unsteady: '运行的前后两半速度不同，这份日志对它来说太短。',
    incomplete: '没有运行到结尾，因为分配给它的空间太小。',
  },
  beside: '预测与测量对照',
  besideWhy:
    '先看模型能否算出你的服务器的速度。用于校准的速率由短运行对上，对整份日志可能相差百分之几；其余都是预测。',
  run: '运行',
  predicted: '模型',
  yours: '测得',
  difference: '相差',
  runWith: '{{count}} 个客户端',
  runWithOne: '1 个客户端',
  asIs: '现状',
  calibrated: '用于校准',
  prediction: '预测',
  missing: '未测量',
  check: '一次刷写的用时：校准得 {{calibrated}}，你粘贴的是 {{told}}。',
  apart:
    '{{count}} 个客户端、提交不等待时你测得 {{rate}}，但按一个客户端的速率它们只能完成 {{most}}，模型也最多如此。' +
    '可能有一次运行受了干扰，或单个客户端在语句之间要等网络或等空闲的核唤醒。' +
    '请用不少于核数（{{cores}}）的客户端再测一次，这样才能区分。',
  far: {
    more: '{{run}}时，模型比你测得的高 {{share}}。',
    less: '{{run}}时，模型比你测得的低 {{share}}。',
    look: '请看磁盘在负载下一次刷写的用时是否与单独刷写时相同（须打开 track_wal_io_timing）：{{command}}',
    loaded:
      '缺少的价格由一次客户端更多、服务器保持现状的运行设定，请粘贴在上面：进程之间切换的用时，或有其他客户端工作时一次刷写的用时。',
    wakes:
      '在模型中，这时等待空闲的核醒来占一个事务用时的 {{wakes}}，比单个客户端时少，因为另一个客户端有时让核保持清醒。' +
      '若并非如此，你的服务器就更慢。',
    cores:
      '在模型中，这时的瓶颈是处理器核，而不是磁盘。请看核数是否填对，以及是否有别的程序占用它们。' +
      '多个客户端的运行（关闭 synchronous_commit 的，以及现状的）会设定一个客户端占用核的时间。',
  },
  notYours: '这些还不是你的机器：你还没有填写它的数字。',
};
