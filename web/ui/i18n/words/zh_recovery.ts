import type { Said } from '../part';
import type { enRecovery } from './use_recovery_words';

/** 断电后的恢复与竞速设置的中文文字。 */
export const zhRecovery: Said<typeof enRecovery> = {
  pass: {
    repair: '修复',
    open: '打开',
    analysis: '分析',
    redo: '重做',
    undo: '撤销',
    finish: '收尾',
    clear: '清除',
    rebuild: '重建',
  },
  why: {
    repair: '查找被断电打断的数据库写入，借助其副本补全或放弃它们。',
    open: '读取目录，得知各表及其索引树从何处开始。',
    analysis_one: '读取日志（{{count}} 条记录），弄清谁尚未提交、哪些页可能缺少修改。',
    analysis_other: '读取日志（{{count}} 条记录），弄清谁尚未提交、哪些页可能缺少修改。',
    redo: '把每个可能缺少修改的页读入内存，重新做这些修改。',
    undo: '从最新的开始，撤回未提交事务所做的修改。',
    finish: '写回页或做检查点，使下次重启不必重复这些工作，并释放日志。',
    clear: '清空日志（其记录已无人需要），并释放已提交事务所删除的内容。',
    rebuild: '读取全部持久数据，因为记录的目录原在 DRAM 中，已经丢失。',
  },
  share: '其中 {{share}} 是{{category}}。',
  per: '每 1,000 次提交 {{time}}',
  afterCommits_one: '此前提交 {{count}} 次',
  afterCommits_other: '此前提交 {{count}} 次',
  perMebibyte: '每读 1 MiB 日志 {{time}}',
  logRead: '共读 {{size}}',
  nothing: '无需恢复：尚无事务提交。',
  clean: '无需恢复：日志中没有仍需要的内容。',
  best: '就已提交的工作量而言恢复最快',
  phases: '各阶段做什么',
  setup: '机器：{{machine}}。',
  commitOf: '{{system}}：提交方式“{{choice}}”。',
  papers: '换成论文的机器，每次提交写一次',
  todays: '换成当代服务器，组提交',
};
