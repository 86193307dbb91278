/**
 * The story that the hand-made engine (fixture_engine.ts) plays: two transactions and a ring of log
 * entries.
 */
import type {
  CacheLine,
  Durability,
  Field,
  Frame,
  Item,
  Span,
  Structure,
  Text,
  ThreadState,
  TransactionState,
} from '../../../web/engine/protocol';
import { pair, same, structures } from './fixture_description';

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

export interface Row {
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
    transfers: [],
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
      holds: [{ structure: 'log-object', key: object.lsn, fields: [] }],
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
