import type { Said } from '../../../ui/i18n/part';
import type { enServer } from './use_server_words';

/** 关于读者服务器的中文文字；键与 en_server.ts 相同。 */
export const zhServer: Said<typeof enServer> = {
  title: '先看你的服务器',
  whose: {
    yours: '你的机器，依据你的数字',
    partly: '部分是你的机器，其余为猜测',
    'not-yours': '不是你的机器',
  },
  why: '在谈论 NVM 之前，模型应先算出你的服务器现在的速度。为此需要以下各项；每项都可留空，留空即按猜测计算。',
  private: '你输入或粘贴的内容只留在这个浏览器中。',
  answers: '你填写的内容',
  guess: '猜测',
  yours: '你的数字',
  flush: '一次日志刷写的用时',
  flushWhere:
    '在 pg_wal 所在磁盘的一个文件夹里运行下面的命令，并粘贴它的全部输出。也接受 fio 的 JSON 输出。',
  flushGuess: '{{time}}，即缓存有断电保护的 NVMe 盘。云盘通常需要 1 到 4 毫秒。',
  method: 'wal_sync_method',
  cores: '服务器的处理器核数',
  coresWhere: 'nproc 会打印核数。只计数据库可用的核。',
  clients: '同时工作的客户端数',
  clientsWhere: '同时工作的连接数：连接池的大小，或 pgbench -c 的值。',
  reads: '每修改一行所读取的行数',
  readsWhere:
    '服务器的日志不含读操作。请在数据库中运行下面的命令，并填入得到的数字。每次读取成为一条语句，读取同一张表中的某一行。',
  rates: '你测得的每秒事务数',
  ratesWhere:
    '填数字，或粘贴 pgbench 的输出。日志须来自同样的工作。左列是服务器的现状；右列关闭 synchronous_commit，' +
    '是这台服务器换用别的日志设备或别的提交方式时的上限。',
  asIs: '现状',
  withClients: '{{count}} 个客户端',
  withOne: '1 个客户端',
  cell: '{{clients}}，{{commits}}',
  pace: '按日志自身的时钟，每秒 {{rate}} 个：这是写这份日志时服务器的繁忙程度，不是它能达到的最高速率。',
  unmeasured: '未测量',
  rate: '每秒 {{rate}} 个',
  rounds: '{{rate}}，为 {{count}} 次运行的中位数，范围 {{least}} 至 {{most}}',
  roundsFar:
    '{{rate}}，为 {{count}} 次运行的中位数，范围 {{least}} 至 {{most}}。它们相差很大：是否有一次的提交方式不同，或受了干扰？',
  loaded: '更多客户端',
  loadedWhere:
    '有的磁盘在更多客户端工作时一次刷写更快，有的更慢；在有的机器上（尤其是虚拟机），进程互相等待会占用许多核的时间。' +
    '请粘贴 pgbench 在不少于你的客户端、服务器现状（不关闭 synchronous_commit）下的输出，可以是整个系列：' +
    '客户端最多的运行说明是哪一种，其余用于检验模型。' +
    '上面 fio 的 JSON 若有一个任务与多个任务的运行，也能说明磁盘的情况。',
  loadedGuess: '一次刷写和一次进程切换都与单个客户端时用时相同。',
  loadedRate: '{{count}} 个客户端时每秒 {{rate}} 个事务',
  loadedFlush: '{{count}} 个写入者时 {{time}}',
  loadedRun: '{{run}}：{{becomes}}',
  unsaid: '没有写明 synchronous_commit 的运行按打开处理。',
  runUse: {
    used: '已采用：模型据此校准。',
    both: '已采用：作为你自己的速率，模型也据此校准。',
    own: '已采用：作为你自己的速率。',
    check: '已采用：用于检验模型，模型的结果与它并列。',
    given: '未采用：上面相应的栏中已有同样客户端数的速率。',
    off: '未采用：其中写明关闭了 synchronous_commit，这里需要的是服务器现状。',
    apart:
      '未采用：同样客户端数的两次运行相差很大。是其中一次的提交不等待，还是受了干扰？请粘贴正确的一次，或再加第三次。',
    unnamed: '未采用：没有写明客户端数。',
    one: '未采用：只有一个客户端。',
    fewer: '未采用：客户端比你的少。',
    many: '未采用：客户端多于 1024 个。',
  },
  settings: '服务器的设置',
  settingsWhere: '在数据库中运行下面的命令，并粘贴其全部输出；也可粘贴配置文件中的相应行。',
  settingsGuess: '采用 PostgreSQL 未经修改的默认值。',
  sets: '模型由此采用的数值',
  price: '价格',
  value: '取值',
  from: '来源',
  fitted: {
    switch:
      '上下文切换的用时是使模型对上该速率的值，因此切换带来的一切都算在内：缓存变冷、内核的缓解措施、虚拟机的退出，' +
      '以及随客户端数增长的其他开销。在多数机器上，一次切换本身只要 1 到 5 µs。下面的命令打印两次切换的用时：',
    wake:
      '空闲的核再次执行之前的时间，也是使模型对上相应速率的值。处理器的各个状态要 1 到 200 µs；在虚拟机中还要等宿主机重新运行这个核。' +
      '下面的命令打印各状态的用时（µs），前提是机器提供这些数据：',
  },
  use: '使用这些数字',
  forget: '清除',
  unapplied: '已修改，尚未使用。',
  problem: {
    flush: {
      'no-json': '开头像 JSON，结尾却不完整。请粘贴 fio 的全部 JSON 输出。',
      'no-job': '这次 fio 运行没有写操作。请粘贴此命令的输出：{{command}}',
      'not-durable': '这次 fio 运行的写操作返回时数据尚未持久。请粘贴此命令的输出：{{command}}',
      unknown: '没有找到刷写速率的行。请粘贴 pg_test_fsync 的输出，或 fio 的 JSON。',
      'too-long': '文字比 pg_test_fsync 或 fio 的输出还长。请只粘贴它们的输出。',
      'none-works': '其中每种方法都是“n/a”。请在另一个文件系统上运行 pg_test_fsync。',
      unlikely: '没有磁盘会写得这么慢或这么快。请按原样重新粘贴输出。',
    },
    rate: {
      unknown: '请填一个数字，或粘贴 pgbench 的输出，包括它的最后一行。',
      'only-progress': '这些只是进度行。请把 pgbench 结束后打印的结果一并粘贴。',
      'too-long': '文字比 pgbench 的输出还长。请粘贴其最后几行。',
      unlikely: '每秒事务数须大于 0 且小于一亿。',
    },
    clients: '这次运行有 {{count}} 个客户端。请粘贴与该栏客户端数相同的一次，或填数字。',
    commits: {
      on: '这次运行写明打开了 synchronous_commit。请粘贴提交不等待的一次。',
      off: '这次运行写明关闭了 synchronous_commit。请粘贴服务器现状的一次。',
    },
    swapped:
      '这两栏是否填反了？现状每秒 {{on}} 个，关闭 synchronous_commit 时每秒 {{off}} 个，而后者不可能慢这么多。' +
      '在此之前两个数字都不采用。',
    loaded: '这些运行都未采用，原因各自写在下面。',
    settings: {
      'none-known': '其中没有这些设置。请粘贴命令的输出，包括名称和取值。',
      'bad-value': '有一项设置的取值无法读取。请按 PostgreSQL 打印的原样粘贴。',
      'too-long': '文字比这些设置还长。请粘贴命令的输出。',
    },
    reads: '应为 0 到 1000 的行数，例如 2.5。',
    count: '请填 1 到 1024 之间的整数。',
  },
};
