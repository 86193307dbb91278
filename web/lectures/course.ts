import type { Text } from '../engine/protocol';

interface Chapter {
  readonly title: Text;
  readonly ids: readonly string[];
}

/** The course; lectures that it does not name follow by name. */
export const CHAPTERS: readonly Chapter[] = [
  {
    title: { en: 'Write-ahead logging on disks', zh: '磁盘上的预写日志' },
    ids: [
      'page-never-written',
      'stolen-page',
      'page-before-log',
      'crash-during-undo',
      'undo-without-clr',
      'torn-page',
      'torn-page-repaired',
      'asynchronous-commit',
      'group-commit',
      'early-lock-release',
      'value-that-never-existed',
    ],
  },
  {
    title: { en: 'Logging in NVM', zh: 'NVM 中的日志' },
    ids: [
      'acknowledged-survives',
      'unacknowledged-rolled-back',
      'state-bit-last',
      'state-bit-first',
      'crash-during-recovery',
    ],
  },
  {
    title: { en: 'What logging costs', zh: '日志的代价' },
    ids: [
      'one-buffer-or-many',
      'decentralized-on-files',
      'persist-at-insert-or-commit',
      'what-the-money-buys',
    ],
  },
  {
    title: { en: 'Structures in NVM', zh: 'NVM 中的数据结构' },
    ids: ['list-crash-any-line', 'which-fence'],
  },
  {
    title: { en: 'A real workload', zh: '真实负载' },
    ids: ['tpcc-new-order-nvm', 'tpcc-new-order-wal'],
  },
];

const ORDER = CHAPTERS.flatMap(({ ids }) => ids);

/** A lecture's id: the name of its file. */
export function idOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
}

/** Sorts ids as the course goes. */
export function byCourse(left: string, right: string): number {
  const rank = (id: string) => (ORDER.indexOf(id) + ORDER.length + 1) % (ORDER.length + 1);
  return rank(left) - rank(right) || left.localeCompare(right);
}
