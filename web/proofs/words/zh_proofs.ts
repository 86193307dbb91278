import type { Said } from '../../ui/i18n/part';
import type { enProofs } from './use_proof_words';

/** The words of the page of proofs in Chinese. */
export const zhProofs: Said<typeof enProofs> = {
  title: '每个系统都试过什么',
  lead:
    '本程序的测试向每个系统讲述小故事，在每一时刻、以硬件允许的每种方式断电，' +
    '并把恢复得到的结果与客户端得到的承诺相比较。以下是最近一次留存的运行的计数。',
  run: {
    usual: '{{day}} 的常规测试运行。所有承诺都得到遵守。',
    deep: '{{day}} 的深度测试运行。所有承诺都得到遵守。',
  },
  system: '系统',
  all: '所有系统',
  columns: {
    pairs: '状态',
    recoveries: '恢复',
    stories: '随机故事',
    schedules: '调度',
    lives: '生命',
    walks: '巡查',
    caught: '发现的变异',
  },
  tells: {
    pairs: '断电的时刻，连同断电可能给设备留下的一种内容',
    recoveries: '为这些状态运行的恢复；读到相同内容的状态共用一次',
    stories: '随机生成的故事，系统只有两到四个帧、槽位或块',
    schedules: '多个客户端的运行，每次操作的先后不同',
    lives: '恢复之后继续工作并再次断电的数据库',
    walks: '运行与生命结束时，由只按格式文档编写的第二个程序读取设备',
    caught: '有意破坏的规则，以及其中被探索器发现的数目',
  },
  of: '{{mutations}} 个中的 {{caught}} 个',
  none: '某系统没有这一类内容时单元格为空：有的系统不作承诺，有的只是把另一系统的日志放在别处。',
  explore: '亲自破坏一条规则',
};
