import type { Said } from '../../../ui/i18n/part';
import type { enStudy } from './use_study_words';

/** 结论取决于什么的中文文字；键与 en_study.ts 相同。 */
export const zhStudy: Said<typeof enStudy> = {
  title: '结论取决于什么',
  why: '结论依据测得或猜测的数字。下面逐一把每个数字改为一半和两倍，并让你的服务器和最接近的 NVM 系统重新运行。你要求之前不会运行任何内容。',
  announced: '{{count}} 次短运行，约 {{time}}',
  unannounced: '{{count}} 次短运行；运行第一次之后才知道用时',
  start: '开始计算',
  again: '重新计算',
  cancel: '取消',
  progress: '已运行 {{done}} 次，共 {{count}} 次',
  progressLeft: '已运行 {{done}} 次，共 {{count}} 次，还需 {{time}}',
  gain: '仅按模型，较好的 NVM 系统与你的速率相比：{{gain}}。横条越宽，结论越取决于该数字。',
  gainBeside: '上面的结论是{{answer}}：同样的运行，但以你测得的上限换算。',
  assumption: {
    device: '一次日志刷写的用时',
    clients: '同时工作的客户端数',
    commits: '你的服务器的提交',
    nvm: 'NVM 写入的减速倍数',
    path: '一条语句的指令数',
    switch: '核上一次进程切换的用时',
    wake: '空闲的核重新开始执行的用时',
    reads: '每修改一行所读取的行数',
  },
  notAwaited: '不等待',
  end: '{{value}}：{{gain}}',
  turns: '{{assumption}}为 {{value}} 时，“{{name}}”领先于“{{other}}”。',
  unsteady:
    '{{assumption}}为 {{value}} 时未画出，因为某次运行前后两半的速度不同。这份日志太短，无法判断。',
  noTurn: '这些改动都不会改变“{{name}}”与“{{other}}”的先后。',
  split: {
    title: '“{{name}}”的收益从何而来',
    why:
      '让你的服务器在某一项不产生开销、以及各项都不产生开销的条件下重新运行。各项一起节省的' +
      '并不等于各自节省之和，而 NVM 系统还有其他不同之处；这些均单独列出，因此各行相加与总数一致。',
    what: '部分',
    time: '每个事务的运行用时',
    yours: '你的服务器',
    device: '写入立即持久的设备',
    software: '软件：日志文件的调用与构造记录',
    processes: '进程：核立即从一个进程切换到另一个，空闲的核不睡',
    overlap: '各项一起比各自之和多省或少省的部分',
    concurrency: '并发：客户端在日志处仍要相互等待',
    rest: '其余：“{{name}}”的其他做法',
  },
};
