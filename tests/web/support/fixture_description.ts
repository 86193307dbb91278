/** The description of itself that the hand-made engine (fixture_engine.ts) gives. */
import type { Description, Text } from '../../../web/engine/protocol';

export const same = (text: string): Text => ({ en: text, zh: text });
export const pair = (en: string, zh: string): Text => ({ en, zh });

export const eventKinds = [
  '',
  'statement',
  'statement-end',
  'begin',
  'acknowledge',
  'abort',
  'lock-grant',
  'lock-wait',
  'lock-release',
  'store',
  'nt-store',
  'write-back-start',
  'write-back',
  'fence',
  'evict',
  'page-read-start',
  'page-read',
  'page-write-start',
  'page-write',
  'log-insert',
  'log-durable',
  'latch-wait',
  'checkpoint-begin',
  'checkpoint-end',
  'truncate',
  'phase',
  'redo',
  'redo-skip',
  'undo',
  'check',
  'signal',
  'await',
  'deadlock',
  'step',
  'recovered',
  'end',
  'read',
  'write',
  'log-space-wait',
  'backup',
];

export const structures = [
  {
    id: 'log-ring',
    title: pair('log entries (ring)', '日志条目（环）'),
    tier: 'nvm',
    shape: 'ring',
  },
  { id: 'log-object', title: pair('log objects', '日志对象'), tier: 'nvm', shape: 'list' },
  { id: 'buffer', title: pair('buffer pool', '缓冲池'), tier: 'dram', shape: 'pages' },
  { id: 'lock', title: pair('locks', '锁'), tier: 'dram', shape: 'table' },
  { id: 'disk-page', title: pair('database pages', '数据库页'), tier: 'disk', shape: 'pages' },
] as const;

const lines = (first: number, rows: readonly (readonly [string, number, string])[]) =>
  rows.map(([text, indent, why], index) => ({
    label: first + index,
    indent,
    text: same(text),
    why: pair(
      why,
      '内容必须先于状态位到达 NVM。在此处断电，恢复会跳过该对象，这是正确的：事务从未被确认。',
    ),
  }));

export const description: Description = {
  version: 'fixture',
  paths: [{ id: 'fixture', title: same('Fixture'), source: 'none', parts: [] }],
  workloads: [],
  metrics: [],
  eventKinds,
  tiers: ['', 'cache', 'dram', 'nvm', 'disk'],
  categories: [
    'logic',
    'lock',
    'log-work',
    'log-contention',
    'buffer-pool',
    'data-io',
    'log-io',
    'idle',
  ].map((id) => ({
    id,
    title: pair(
      id.replace('-', ' '),
      { logic: '事务逻辑', lock: '锁管理', 'log-work': '日志工作', idle: '空闲' }[id] ?? id,
    ),
  })),
  schemes: [
    {
      id: 'fixture-log',
      here: true,
      family: 'fixture',
      title: same('Fixture Logging'),
      summary: pair('A made-up scheme for design work.', '仅供设计用的方案。'),
      paper: 'none',
      path: 'fixture',
      promise: 'durable',
      forTables: {},
      presets: [],
      params: [
        {
          id: 'persist',
          title: pair('persistence policy', '持久化策略'),
          help: pair('When log objects become durable.', '日志对象何时持久化。'),
          type: 'choice',
          default: 'flush-on-commit',
          choices: [
            { id: 'flush-on-insert', title: pair('flush-on-insert', '插入时刷写') },
            { id: 'flush-on-commit', title: pair('flush-on-commit', '提交时刷写') },
          ],
        },
        {
          id: 'entries',
          title: pair('ring entries', '环条目数'),
          help: pair('Slots of the ring.', '环的槽数。'),
          type: 'integer',
          default: 16,
          min: 4,
          max: 4096,
          unit: 'entries',
        },
        {
          id: 'backup',
          title: pair('backup', '备份'),
          help: pair('Copy cold log to disk.', '把冷日志复制到磁盘。'),
          type: 'boolean',
          default: false,
        },
      ],
      mutations: [
        {
          id: 'state-bit-first',
          title: pair('State bit before content', '状态位先于内容'),
          rule: pair('Content before state bit.', '内容先于状态位。'),
        },
      ],
      listings: [
        {
          id: 'update',
          title: pair('update', '更新'),
          lines: lines(1, [
            [
              'lock the record for T',
              0,
              'Strict two-phase locking: a record is locked before it is read or written.',
            ],
            [
              'populate a log object in DRAM',
              0,
              'The object is complete before a single byte of it goes to the NVM.',
            ],
            [
              'allocate the entry at tail',
              0,
              'The tail moves by one 8-byte store, which is atomic.',
            ],
            [
              'change the record in its page',
              0,
              'The page is volatile; the log object describes how to undo the change.',
            ],
          ]),
        },
        {
          id: 'commit',
          title: pair('commit', '提交'),
          lines: lines(11, [
            [
              'for each log object o of T',
              0,
              'Every object of the transaction must be durable before its commit is.',
            ],
            ['if o.state = 0 then', 1, 'The asynchronous persister may have been faster.'],
            [
              'write back the lines of o',
              2,
              'The content must be in NVM before its state bit says so. Cut the power here and recovery skips this object, which is right: the transaction was never acknowledged.',
            ],
            [
              'o.state := 1; write it back',
              2,
              'The state bit says that the content is durable, so it must come after it.',
            ],
            [
              'append the commit object',
              0,
              'Its presence, durable, decides that the transaction committed.',
            ],
            ['acknowledge T', 0, 'Only now may the client be told.'],
            ['release the locks of T', 0, 'Nobody may see what could still be rolled back.'],
          ]),
        },
        {
          id: 'recovery',
          title: pair('recovery', '恢复'),
          lines: lines(31, [
            [
              'scan entries from head to tail',
              0,
              'Entries whose bit is unset are skipped, not the end.',
            ],
            ['redo what is newer than its page', 0, 'History is repeated.'],
            ['undo losers, newest first', 0, 'Losers have no commit object.'],
          ]),
        },
      ],
      structures,
    },
  ],
  machines: [
    {
      id: 'setup-a',
      title: same('Setup-A'),
      prices: [
        {
          id: 'nvm.write_ns',
          value: 500,
          unit: 'ns',
          title: pair('write back one line', '写回一行'),
          source: 'Table 1',
        },
      ],
    },
  ],
};
