/**
 * A hand-made StageEngine for design work and component tests: one fixed story about two
 * transactions and a ring of log entries. It simulates nothing; it only has the right shapes.
 */
import type {
  ByteView,
  CacheLine,
  Description,
  Durability,
  EventColumns,
  Fate,
  Field,
  Frame,
  Item,
  Outlook,
  Scenario,
  SessionInfo,
  Span,
  Structure,
  Text,
  ThreadState,
  TransactionState,
} from '../../../web/engine/protocol';
import type { StageEngine, SurvivalPoint } from '../../../web/engine/stage_engine';

const same = (text: string): Text => ({ en: text, zh: text });
const pair = (en: string, zh: string): Text => ({ en, zh });

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

const structures = [
  { id: 'log-ring', title: pair('log entries (ring)', '日志条目(环)'), tier: 'nvm', shape: 'ring' },
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
      '内容必须先于状态位到达 NVM。在此处断电,恢复会跳过该对象,这是正确的:事务从未被确认。',
    ),
  }));

export const description: Description = {
  version: 'fixture',
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
              'The state bit vouches for the content, so it must come after it.',
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

interface LogObject {
  lsn: number;
  txn: number;
  record: string;
  undo: string;
  redo: string;
  content: Durability | 'empty';
  state: number;
  stateDurable: Durability;
  entry: Durability;
  entryBit: number;
  prev?: number;
}

interface State {
  values: Record<string, number>;
  disk: Record<string, number>;
  writer: Record<string, number>;
  log: LogObject[];
  locks: Record<string, number>;
  waits: Record<string, number>;
  lines: CacheLine[];
  threads: ThreadState[];
  txns: TransactionState[];
  tail: number;
  tailDurable: number;
  wear: number[];
  counters: Frame['counters'];
  pageLsn: number;
}

interface Row {
  kind: string;
  time: number;
  actor: number;
  txn: number;
  label: number;
  structure: string;
  key: number;
  address: number;
  tier: string;
  statement: number;
  flags: number;
}

const zero = {
  nvmStores: 0,
  nvmWriteBacks: 0,
  nvmFences: 0,
  nvmEvictions: 0,
  nvmLinesWritten: 0,
  diskReads: 0,
  diskWrites: 0,
  logRecords: 0,
};

function field(
  name: Text,
  value: string,
  tier: Field['tier'],
  address: number,
  durability: Durability,
  extra: Partial<Field> = {},
): Field {
  return { name, value, tier, address, size: 8, durability, ...extra };
}

function worst(states: readonly (Durability | 'empty')[]): Durability | 'empty' {
  for (const state of ['volatile', 'in-flight', 'durable', 'empty'] as const)
    if (states.includes(state)) return state;
  return 'none';
}

function frameOf(state: State, at: number, phase: number, time: number): Frame {
  const ringItems: Item[] = Array.from({ length: 14 }, (_, index) => {
    const object = state.log.find((each) => each.lsn === index + 4);
    const on = object && object.lsn < state.tail ? object : undefined;
    return {
      key: index + 4,
      label: on ? String(on.lsn) : '',
      txn: on?.txn ?? 0,
      state: on ? on.entry : 'empty',
      fields: on
        ? [
            field(pair('state', '状态'), String(on.entryBit), 'nvm', 0x40 + index * 8, on.entry, {
              bit: true,
            }),
            field(
              pair('object', '对象'),
              `0x${(0x100 + index * 64).toString(16)}`,
              'nvm',
              0x44 + index * 8,
              on.entry,
            ),
          ]
        : [],
      links: on ? [{ structure: 'log-object', key: on.lsn, name: pair('object', '对象') }] : [],
      tags: [],
    };
  });
  const objects: Item[] = state.log.map((each) => ({
    key: each.lsn,
    label: `lsn ${each.lsn} T${each.txn} ${each.record}`,
    txn: each.txn,
    state: worst([each.content, each.stateDurable]),
    fields:
      each.content === 'empty'
        ? []
        : [
            field(
              pair('undo', '撤销'),
              each.undo,
              'nvm',
              0x100 + each.lsn * 64,
              each.content as Durability,
            ),
            field(
              pair('redo', '重做'),
              each.redo,
              'nvm',
              0x108 + each.lsn * 64,
              each.content as Durability,
            ),
            field(
              pair('prev', '前一个'),
              each.prev ? `lsn ${each.prev}` : '·',
              'nvm',
              0x110 + each.lsn * 64,
              each.content as Durability,
            ),
            field(
              pair('state', '状态'),
              String(each.state),
              'nvm',
              0x118 + each.lsn * 64,
              each.stateDurable,
              { bit: true, ...(each.stateDurable === 'volatile' ? { durableValue: '0' } : {}) },
            ),
          ],
    links: each.prev
      ? [{ structure: 'log-object', key: each.prev, name: pair('previous', '前一个') }]
      : [],
    tags: [],
  }));
  const page = (
    values: Record<string, number>,
    lsn: number,
    tier: 'dram' | 'disk',
    dirty: boolean,
  ): Item => ({
    key: 3,
    label: '3',
    txn: 0,
    state: tier === 'dram' ? 'none' : 'durable',
    fields: [
      field(
        pair('page LSN', '页 LSN'),
        String(lsn),
        tier,
        0x2000,
        tier === 'dram' ? 'none' : 'durable',
      ),
    ],
    links: [],
    tags: dirty ? [pair('dirty', '脏')] : [],
    items: Object.entries(values).map(([name, value], index) => ({
      key: index,
      label: name,
      txn: tier === 'dram' ? (state.writer[name] ?? 0) : 0,
      state: 'none',
      links: [],
      tags: [],
      fields: [
        field(
          same(name),
          String(value),
          tier,
          0x2010 + index * 16,
          tier === 'dram' ? 'none' : 'durable',
        ),
      ],
    })),
  });
  const drawn: Structure[] = [
    {
      ...structures[0],
      capacity: 64,
      first: 3,
      items: ringItems,
      cursors: [
        { ...field(pair('head', '头'), '4', 'nvm', 0, 'durable'), at: 4 },
        {
          ...field(
            pair('tail', '尾'),
            String(state.tail),
            'nvm',
            8,
            state.tail === state.tailDurable ? 'durable' : 'volatile',
          ),
          at: state.tail,
          durableAt: state.tailDurable,
        },
      ],
    },
    { ...structures[1], items: objects, cursors: [] },
    {
      ...structures[2],
      items: [page(state.values, state.pageLsn, 'dram', state.pageLsn > 0)],
      cursors: [],
    },
    {
      ...structures[3],
      cursors: [],
      items: Object.entries(state.locks).map(([name, txn], index) => ({
        key: index,
        label: name,
        txn,
        state: 'none',
        links: [],
        fields: [
          field(pair('mode', '模式'), 'X', 'dram', 0x3000 + index * 8, 'none'),
          field(pair('holder', '持有者'), `T${txn}`, 'dram', 0x3004 + index * 8, 'none'),
        ],
        tags: state.waits[name]
          ? [pair(`T${state.waits[name]} waits`, `T${state.waits[name]} 等待`)]
          : [],
      })),
    },
    { ...structures[4], items: [page(state.disk, 0, 'disk', false)], cursors: [] },
  ];
  return {
    at,
    phase,
    time,
    structures: drawn,
    cacheLines: state.lines,
    threads: state.threads,
    transactions: state.txns,
    wear: { unitBytes: 64, counts: state.wear, max: Math.max(...state.wear) },
    counters: state.counters,
  };
}

/** Plays the story and keeps the frame after each event. */
export function tellStory() {
  const state: State = {
    values: { A: 100, B: 20, C: 5 },
    disk: { A: 100, B: 20, C: 5 },
    writer: {},
    log: [],
    locks: {},
    waits: {},
    lines: [],
    threads: [
      { actor: 0, state: 'idle', statement: 0, txn: 0 },
      { actor: 1, state: 'idle', statement: 0, txn: 0 },
    ],
    txns: [
      { id: 1, state: 'not-begun' },
      { id: 2, state: 'not-begun' },
    ],
    tail: 4,
    tailDurable: 4,
    wear: Array.from({ length: 96 }, (_, i) => (i < 40 ? (i * 7919) % 5 : 0)),
    counters: { ...zero },
    pageLsn: 0,
  };
  const rows: Row[] = [];
  const frames: Frame[] = [];
  const spans: Span[] = [];
  const clock = [0, 0, 0];
  let time = 0;
  frames.push(structuredClone(frameOf(state, 0, 0, 0)));
  const emit = (
    kind: string,
    actor: number,
    txn: number,
    cost: number,
    category: number,
    more: Partial<Row> = {},
  ) => {
    time = Math.max(time, clock[actor] ?? 0);
    const start = time;
    time += cost;
    clock[actor] = time;
    spans.push({ start, end: time, actor, category, txn });
    rows.push({
      kind,
      time,
      actor,
      txn,
      label: 0,
      structure: '',
      key: 0,
      address: 0,
      tier: '',
      flags: 0,
      statement: state.threads[actor]?.statement ?? 0xffff,
      ...more,
    });
    frames.push(structuredClone(frameOf(state, rows.length, 0, time)));
  };
  const thread = (actor: number, patch: Partial<ThreadState>) => {
    const { waitsFor, ...old } = state.threads[actor] as ThreadState;
    state.threads[actor] = { ...old, ...patch };
  };
  const begin = (actor: number, statement: number) => {
    thread(actor, { state: 'running', statement });
    emit('statement', actor, actor + 1, 60, 0);
  };
  let lsn = 4;
  const update = (actor: number, statement: number, record: string, value: number) => {
    const txn = actor + 1;
    begin(actor, statement);
    state.locks[record] = txn;
    emit('lock-grant', actor, txn, 80, 1, {
      label: 1,
      structure: 'lock',
      key: Object.keys(state.locks).indexOf(record),
    });
    const prev = state.log.filter((each) => each.txn === txn).at(-1)?.lsn;
    const object: LogObject = {
      lsn: lsn++,
      txn,
      record,
      undo: String(state.values[record]),
      redo: String(value),
      content: 'volatile',
      state: 0,
      stateDurable: 'durable',
      entry: 'volatile',
      entryBit: 0,
      ...(prev ? { prev } : {}),
    };
    state.log.push(object);
    state.tail = lsn;
    state.lines.push({
      address: 0x100 + object.lsn * 64,
      txn,
      state: 'volatile',
      holds: [{ structure: 'log-object', key: object.lsn }],
      pendingStores: 4,
    });
    state.counters = {
      ...state.counters,
      nvmStores: state.counters.nvmStores + 4,
      logRecords: state.counters.logRecords + 1,
    };
    emit('store', actor, txn, 120, 2, {
      label: 2,
      structure: 'log-object',
      key: object.lsn,
      tier: 'nvm',
      address: 0x100 + object.lsn * 64,
      flags: 1,
    });
    emit('log-insert', actor, txn, 90, 2, {
      label: 3,
      structure: 'log-ring',
      key: object.lsn,
      tier: 'nvm',
      address: 0x40,
      flags: 1,
    });
    state.values[record] = value;
    state.writer[record] = txn;
    state.pageLsn = object.lsn;
    emit('write', actor, txn, 40, 4, { label: 4, structure: 'buffer', key: 3, tier: 'dram' });
  };
  const persist = (actor: number, object: LogObject, label = 13) => {
    const line = state.lines.findIndex((each) => each.holds[0]?.key === object.lsn);
    const at = {
      structure: 'log-object',
      key: object.lsn,
      tier: 'nvm',
      address: 0x100 + object.lsn * 64,
      flags: 1,
    };
    state.lines[line] = { ...(state.lines[line] as CacheLine), state: 'in-flight' };
    object.content = 'in-flight';
    object.entry = 'in-flight';
    emit('write-back-start', actor, object.txn, 30, 6, { label, ...at });
    state.lines.splice(line, 1);
    object.content = 'durable';
    state.wear[object.lsn] = (state.wear[object.lsn] ?? 0) + 1;
    state.counters = {
      ...state.counters,
      nvmWriteBacks: state.counters.nvmWriteBacks + 1,
      nvmLinesWritten: state.counters.nvmLinesWritten + 1,
    };
    emit('write-back', actor, object.txn, 500, 6, { label, ...at });
    object.state = 1;
    object.stateDurable = 'volatile';
    object.entryBit = 1;
    emit('store', actor, object.txn, 20, 2, { label: 14, ...at });
    object.stateDurable = 'durable';
    object.entry = 'durable';
    state.tailDurable = Math.max(state.tailDurable, object.lsn + 1);
    emit('log-durable', actor, object.txn, 500, 6, { label: 14, ...at });
  };
  const commit = (actor: number, statement: number) => {
    const txn = actor + 1;
    begin(actor, statement);
    state.txns[actor] = { id: txn, state: 'committing' };
    for (const object of state.log.filter((each) => each.txn === txn && each.state === 0))
      persist(actor, object);
    state.txns[actor] = { id: txn, state: 'acknowledged', acknowledgedAt: time };
    emit('acknowledge', actor, txn, 30, 0, { label: 16, flags: 3 });
    for (const name of Object.keys(state.locks))
      if (state.locks[name] === txn) delete state.locks[name];
    thread(actor, { state: 'done' });
    emit('lock-release', actor, txn, 60, 1, { label: 17, structure: 'lock' });
  };
  begin(0, 0);
  state.txns[0] = { id: 1, state: 'active' };
  emit('begin', 0, 1, 30, 0);
  update(0, 1, 'A', 50);
  begin(1, 0);
  state.txns[1] = { id: 2, state: 'active' };
  emit('begin', 1, 2, 30, 0);
  update(1, 1, 'C', 9);
  update(0, 2, 'B', 70);
  persist(2, state.log[0] as LogObject);
  state.waits.A = 2;
  thread(1, { state: 'waiting', statement: 2, waitsFor: { what: 'lock', name: 'A', txn: 1 } });
  emit('lock-wait', 1, 2, 10, 1, { label: 1, structure: 'lock', key: 0, flags: 4 });
  commit(0, 3);
  delete state.waits.A;
  update(1, 2, 'A', 0);
  commit(1, 3);
  emit('end', 0, 0, 10, 7);
  return { rows, frames, spans };
}

function columns(rows: readonly Row[]): EventColumns {
  const n = rows.length;
  const u16 = (get: (row: Row) => number) => Uint16Array.from(rows, get);
  const u32 = (get: (row: Row) => number) => Uint32Array.from(rows, get);
  return {
    length: n,
    kind: Uint8Array.from(rows, (row) => eventKinds.indexOf(row.kind)),
    tier: Uint8Array.from(rows, (row) => description.tiers.indexOf(row.tier as never)),
    category: new Uint8Array(n),
    flags: Uint8Array.from(rows, (row) => row.flags),
    time: Float64Array.from(rows, (row) => row.time),
    actor: u16((row) => row.actor),
    txn: u16((row) => row.txn),
    label: u16((row) => row.label),
    ordinal: new Uint16Array(n),
    address: u32((row) => row.address),
    size: u32(() => 8),
    structure: u16((row) => structures.findIndex((each) => each.id === row.structure) + 1),
    statement: u16((row) => row.statement),
    key: u32((row) => row.key),
    a: new Uint32Array(n),
    b: new Uint32Array(n),
  };
}

const story = tellStory();

export const info: SessionInfo = {
  scheme: 'fixture-log',
  params: { persist: 'flush-on-commit', entries: 16, backup: false },
  mutations: [],
  promise: 'durable',
  machine: 'setup-a',
  actors: [
    { id: 0, kind: 'client', name: pair('thread 1', '线程 1'), thread: 0 },
    { id: 1, kind: 'client', name: pair('thread 2', '线程 2'), thread: 1 },
    { id: 2, kind: 'daemon', name: pair('persister', '持久化线程') },
  ],
  transactions: [
    { id: 1, name: 'T1', thread: 0 },
    { id: 2, name: 'T2', thread: 1 },
  ],
  records: [
    { name: 'A', initial: 100 },
    { name: 'B', initial: 20 },
    { name: 'C', initial: 5 },
  ],
  statements: [
    ['begin T1', 'A := 50', 'B := 70', 'commit'].map((text) => ({ text, txn: 1 })),
    ['begin T2', 'C := 9', 'A := 0', 'commit'].map((text) => ({ text, txn: 2 })),
  ],
  memoryBytes: 3_000_000,
};

export const scenario: Scenario = {
  format: 1,
  id: 'fixture',
  kind: 'scenario',
  title: pair('A made-up run', '虚构的运行'),
  machine: { id: 'setup-a' },
  scheme: { id: 'fixture-log', params: { persist: 'flush-on-commit' } },
  deadlock: 'detect',
  seed: 7,
  records: { A: 100, B: 20, C: 5 },
  threads: info.statements.map((thread) => thread.map((each) => each.text)),
  marks: [
    {
      when: { event: 'write-back-start', tx: 'T1' },
      say: pair(
        'The content of the first log object leaves the cache.',
        '第一个日志对象的内容离开缓存。',
      ),
      focus: ['nvm.log-object'],
      ask: { kind: 'fate', tx: 'T1' },
    },
    {
      when: { event: 'acknowledge', tx: 'T1' },
      say: pair('T1 is acknowledged.', 'T1 已确认。'),
      focus: ['nvm.log-ring'],
    },
  ],
};

function fateAt(at: number, txn: number): Fate {
  const frame = story.frames[Math.min(at, story.frames.length - 1)] as Frame;
  const object = frame.structures[1]?.items.filter((item) => item.txn === txn) ?? [];
  if (frame.transactions[txn - 1]?.state === 'acknowledged') return 'always';
  return frame.transactions[txn - 1]?.state === 'committing' &&
    object.some((item) => item.state === 'durable')
    ? 'sometimes'
    : 'never';
}

function outlookOf(at: number): Outlook {
  const frame = story.frames[Math.min(at, story.frames.length - 1)] as Frame;
  return {
    at,
    images: '12',
    runs: 4,
    exact: true,
    transactions: frame.transactions.map((txn) => {
      const fate = fateAt(at, txn.id);
      return {
        id: txn.id,
        fate,
        acknowledged: txn.state === 'acknowledged',
        reason:
          txn.state === 'not-begun'
            ? 'not-begun'
            : fate === 'always'
              ? 'acknowledged'
              : fate === 'sometimes'
                ? 'commit-in-flight'
                : 'not-committed',
        rolledBackTo:
          fate === 'always' || txn.state === 'not-begun'
            ? []
            : txn.id === 1
              ? [
                  { record: 'A', value: 100 },
                  { record: 'B', value: 20 },
                ]
              : [{ record: 'C', value: 5 }],
      };
    }),
    records: [
      { name: 'A', values: [100, 50] },
      { name: 'B', values: [20] },
      { name: 'C', values: [5] },
    ],
    verdicts: [{ verdict: 'consistent', runs: 4, example: { survive: 'none' } }],
    units: frame.cacheLines.map((line) => ({
      tier: 'nvm',
      address: line.address,
      size: 64,
      state: line.state,
      stores: ['undo', 'redo', 'prev', 'state'].map((name, index) => ({
        address: line.address + index * 8,
        size: 8,
        nonTemporal: false,
        txn: line.txn,
        structure: 'log-object',
        key: line.holds[0]?.key ?? 0,
        field: same(name),
        value: String(index),
      })),
    })),
  };
}

/** An engine that only ever tells the one story. */
export function createFixtureEngine(delayMs = 0): StageEngine {
  const after = <T>(value: T): Promise<T> =>
    new Promise((resolve) => setTimeout(() => resolve(value), delayMs));
  const end = story.rows.length;
  let starts: number[] = [];
  const recovery = (start: number) => {
    starts = [...starts.filter((each) => each < start), start];
    const phase = starts.length;
    const rows: Row[] = ['phase', 'check', 'redo', 'redo', 'undo', 'recovered'].map(
      (kind, index) => ({
        kind,
        time: 400 * (index + 1),
        actor: 3,
        txn: index > 1 && index < 5 ? 1 : 0,
        label: 31 + Math.min(2, index),
        structure: index > 0 && index < 5 ? 'log-object' : '',
        key: 4 + index,
        address: 0,
        tier: 'nvm',
        statement: 0xffff,
        flags: index > 1 ? 1 : 0,
      }),
    );
    return {
      rows,
      trace: {
        phase,
        start,
        events: columns(rows),
        spans: rows.map((row) => ({
          start: row.time - 400,
          end: row.time,
          actor: 3,
          category: 2,
          txn: row.txn,
        })),
        verdict: {
          verdict: 'consistent' as const,
          transactions: [
            { id: 1, acknowledged: false, survived: false },
            { id: 2, acknowledged: false, survived: false },
          ],
          records: [
            { name: 'A', value: 100, expected: [100] },
            { name: 'B', value: 20, expected: [20] },
          ],
          findings: [],
          recovery: { analysisNs: 800, redoNs: 800, undoNs: 400, totalNs: 2400 },
        },
      },
    };
  };
  return {
    describe: () => after(description),
    open: (text) => {
      try {
        JSON.parse(text);
      } catch {
        return after({
          ok: false as const,
          problems: [{ path: '', reason: pair('not JSON', '不是 JSON'), line: 1, column: 1 }],
        });
      }
      if (text.includes('"bad"'))
        return after({
          ok: false as const,
          problems: [{ path: 'threads[1][3]', reason: pair('unknown statement', '未知语句') }],
        });
      return after({
        ok: true as const,
        info,
        run: { phase: 0, start: 0, events: columns(story.rows), spans: story.spans },
      });
    },
    seek: (at) => after({ ...(story.frames[Math.min(at, end)] as Frame), at }),
    bytes: (_at, tier, address, size) =>
      after<ByteView>({
        tier,
        address,
        current: Array.from({ length: size }, (_, i) => (address + i * 37) & 255),
        durable: Array.from({ length: size }, (_, i) =>
          i < size / 2 ? (address + i * 37) & 255 : 0,
        ),
        state: Array.from({ length: size }, (_, i) => (i < size / 2 ? 'durable' : 'volatile')),
      }),
    cut: (at, survive) =>
      after(
        survive.units?.some((unit) => unit.stores.length > 1 && !unit.stores[0] && unit.stores[1])
          ? {
              ok: false as const,
              refusal: {
                unit: 0,
                rule: pair(
                  'Within a line, stores persist in program order.',
                  '同一行内,存储按程序顺序持久化。',
                ),
              },
            }
          : { ok: true as const, recovery: recovery(at).trace },
      ),
    uncut: () => after(undefined),
    outlook: (at) => after(outlookOf(at)),
    survival: async (onPart, signal) => {
      const points: SurvivalPoint[] = [];
      story.rows.forEach((row, index) => {
        if (row.flags & 3)
          points.push({
            at: index + 1,
            fates: [fateAt(index + 1, 1), fateAt(index + 1, 2)],
            exact: true,
          });
      });
      await after(undefined);
      if (!signal.aborted) onPart(points);
    },
    dispose: () => undefined,
  };
}
