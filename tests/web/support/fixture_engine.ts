/**
 * A hand-made StageEngine for design work and component tests: one fixed story about two
 * transactions and a ring of log entries. It simulates nothing; it only has the right shapes.
 */
import type {
  ByteView,
  EventColumns,
  Fate,
  Frame,
  Outlook,
  Scenario,
  SessionInfo,
  SurvivalPoint,
} from '../../../web/engine/protocol';
import type { StageEngine } from '../../../web/engine/stage/stage_engine';
import { description, eventKinds, pair, same, structures } from './fixture_description';
import { type Row, tellStory } from './fixture_story';

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
      { name: 'A', values: [100, 50], examples: [{ survive: 'none' }, { survive: 'all' }] },
      { name: 'B', values: [20], examples: [{ survive: 'none' }] },
      { name: 'C', values: [5], examples: [{ survive: 'none' }] },
    ],
    verdicts: [{ verdict: 'consistent', runs: 4, example: { survive: 'none' } }],
    units: frame.cacheLines.map((line) => ({
      tier: 'nvm',
      address: line.address,
      size: 64,
      state: line.state === 'in-flight' ? 'in-flight' : 'volatile',
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

/** An engine that plays the one story only. */
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
          recovery: {
            repairNs: 0,
            openNs: 100,
            analysisNs: 800,
            redoNs: 800,
            undoNs: 400,
            finishNs: 300,
            clearNs: 0,
            rebuildNs: 0,
            totalNs: 2400,
          },
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
    check: (text) =>
      after(
        text.includes('"bad"')
          ? [{ path: 'threads[1][3]', reason: pair('unknown statement', '未知语句') }]
          : [],
      ),
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
                  '同一行内，存储按程序顺序持久化。',
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
    cancelOpen: () => undefined,
    dispose: () => undefined,
  };
}
