import { describe, expect, it } from 'vitest';
import type { SchemeDescription, SessionInfo } from '../../../../web/engine/protocol';
import {
  type SentenceContext,
  sentenceKeys,
  sentenceOf,
} from '../../../../web/model/trace/sentence';
import { names, traceOf } from '../../support/made_traces';

/** Four bytes of a name as the engine packs them. */
const word = (text: string) =>
  [...text].reduce((sum, character, n) => sum + character.charCodeAt(0) * 256 ** n, 0);
const line = { en: 'write it back', zh: '写回' };
const why = { en: 'content before its state bit', zh: '内容先于状态位' };
const scheme = {
  structures: names.structures,
  listings: [{ id: 'l', title: line, lines: [{ label: 3, indent: 0, text: line, why }] }],
} as unknown as SchemeDescription;
const info = {
  records: [
    { name: 'A', initial: 1 },
    { name: 'balance', initial: 1 },
  ],
  statements: [[{ text: 'A := 5', txn: 1 }], []],
} as unknown as SessionInfo;
const context: SentenceContext = {
  info,
  scheme,
  trace: traceOf([
    { kind: 'statement', txn: 1, statement: 0 },
    {
      kind: 'write-back',
      txn: 1,
      of: 'log-object',
      tier: 'nvm',
      address: 0x1c0,
      size: 64,
      key: 7,
      label: 3,
      time: 4830,
      flags: 8,
    },
    { kind: 'lock-grant', txn: 1, a: 1, key: word('bala'), b: word('nce') },
    { kind: 'lock-wait', txn: 2, a: 1, key: word('A'), actor: 1 },
    { kind: 'phase', actor: 3, a: 2 },
    { kind: 'write', txn: 1, b: word('bala') },
  ]),
};

describe('a sentence', () => {
  it('names what happened, to what, where and when, without a language', () => {
    expect(sentenceOf(context, 1)).toEqual({
      key: 'event.write-back.item',
      params: {
        actor: names.actors[0]?.name,
        time: 4830,
        phase: 0,
        key: 7,
        size: 64,
        a: 0,
        b: 0,
        tier: 'nvm',
        tx: 'T1',
        structure: names.structures[0]?.title,
      },
      line,
      rule: why,
      broken: true,
    });
  });

  it('quotes the statement, and names record and holder', () => {
    expect(sentenceOf(context, 0).params).toMatchObject({ statement: 'A := 5', tx: 'T1' });
    expect(sentenceOf(context, 3).params).toMatchObject({ record: 'A', tx: 'T2', holder: 'T1' });
    expect(sentenceOf(context, 2).params).toMatchObject({ record: 'balance' });
    expect(sentenceOf(context, 5).params).toMatchObject({ record: 'balance' });
    expect(sentenceOf(context, 1).params).not.toHaveProperty('record');
  });

  it('names what a system locks for itself as its lock table does', () => {
    for (const name of ['#12', 'pg3']) {
      const row = { kind: 'lock-grant', txn: 1, a: 1, key: word(name) };
      const { params } = sentenceOf({ ...context, trace: traceOf([row]) }, 0);
      expect(params).toMatchObject({ record: name });
    }
  });

  it('has keys of its own for what the same kind can mean', () => {
    expect(sentenceOf(context, 2).key).toBe('event.lock-grant.exclusive');
    expect(sentenceOf(context, 4).key).toBe('event.phase.undo');
  });

  it('says where a write has come that a disk’s volatile cache takes', () => {
    const kinds = ['page-write', ...names.kinds];
    const trace = { ...traceOf([{ kind: 'statement', size: 512 }]), names: { ...names, kinds } };
    trace.events.kind[0] = 0;
    trace.events.structure[0] = 1;
    const keyOf = (diskCacheBytes?: number) =>
      sentenceOf(
        { ...context, trace, info: { ...info, ...(diskCacheBytes && { diskCacheBytes }) } },
        0,
      ).key;
    expect(keyOf()).toBe('event.page-write.onDevice');
    expect(keyOf(511)).toBe('event.page-write.onDevice');
    expect(keyOf(512)).toBe('event.page-write.inCache');
    // A write that belongs to no structure is one of the file system's journal.
    trace.events.structure[0] = 0;
    expect(keyOf(512)).toBe('event.page-write.journal');
  });

  it('tells locks by their level, and a lock passed on from one released', () => {
    const keyOf = (row: Parameters<typeof traceOf>[0][number]) =>
      sentenceOf({ ...context, trace: traceOf([row]) }, 0).key;
    expect(keyOf({ kind: 'lock-grant', a: 0 })).toBe('event.lock-grant.shared');
    expect(keyOf({ kind: 'lock-grant', a: 2, size: 1 })).toBe('event.lock-grant.intentShared');
    expect(keyOf({ kind: 'lock-grant', a: 3, size: 1 })).toBe('event.lock-grant.intentExclusive');
    expect(keyOf({ kind: 'lock-grant', a: 0, size: 1 })).toBe('event.lock-grant.tableShared');
    expect(keyOf({ kind: 'lock-grant', a: 1, size: 1 })).toBe('event.lock-grant.tableExclusive');
    expect(keyOf({ kind: 'lock-wait', size: 1 })).toBe('event.lock-wait.table');
    expect(keyOf({ kind: 'lock-release', size: 1, a: 1 })).toBe('event.lock-release.inherited');
    expect(keyOf({ kind: 'lock-release', size: 1 })).toBe('event.lock-release.table');
    const ofDatabase = { a: 3, size: 2, key: 256 };
    expect(keyOf({ kind: 'lock-grant', ...ofDatabase })).toBe(
      'event.lock-grant.databaseIntentExclusive',
    );
    expect(keyOf({ kind: 'lock-grant', a: 0, size: 2 })).toBe('event.lock-grant.databaseShared');
    expect(keyOf({ kind: 'lock-wait', size: 2 })).toBe('event.lock-wait.database');
    expect(keyOf({ kind: 'lock-release', size: 2, a: 1 })).toBe(
      'event.lock-release.databaseInherited',
    );
    expect(keyOf({ kind: 'lock-release', size: 2 })).toBe('event.lock-release.database');
    const trace = traceOf([{ kind: 'lock-grant', ...ofDatabase }]);
    expect(sentenceOf({ ...context, trace }, 0).params).not.toHaveProperty('record');
  });

  it('tells a central log from log objects, and an undo that nobody logged', () => {
    const keyOf = (row: Parameters<typeof traceOf>[0][number]) =>
      sentenceOf({ ...context, trace: traceOf([row]) }, 0).key;
    expect(keyOf({ kind: 'log-durable', key: 5 })).toBe('event.log-durable.object');
    expect(keyOf({ kind: 'log-durable', a: 64, b: 288 })).toBe('event.log-durable.upTo');
    expect(keyOf({ kind: 'log-durable', key: 5, a: 5 })).toBe('event.log-durable.record');
    expect(keyOf({ kind: 'truncate', a: 64, b: 64 })).toBe('event.truncate.stays');
    expect(keyOf({ kind: 'redo', a: 1, size: 1024 })).toBe('event.redo.image');
    expect(keyOf({ kind: 'undo', a: 1, b: 288 })).toBe('event.undo.logged');
    expect(keyOf({ kind: 'undo', a: 1 })).toBe('event.undo.bare');
    expect(keyOf({ kind: 'redo', size: 8 })).toBe('event.redo.word');
    expect(keyOf({ kind: 'redo-skip', a: 1, b: 64 })).toBe('event.redo-skip.page');
    expect(keyOf({ kind: 'redo-skip' })).toBe('event.redo-skip.word');
    expect(keyOf({ kind: 'write-back', address: 64 })).toBe('event.write-back.line');
    expect(keyOf({ kind: 'undo', b: 288, size: 8 })).toBe('event.undo.word');
    expect(keyOf({ kind: 'undo', size: 8 })).toBe('event.undo.bareWord');
    expect(keyOf({ kind: 'log-insert', key: 5 })).toBe('event.log-insert.cell');
  });

  it('names the record that a client reads', () => {
    const trace = traceOf([{ kind: 'read', txn: 1, statement: 0, actor: 0 }]);
    const statements = [[{ text: 'read balance', txn: 1 }]];
    const read = sentenceOf({ ...context, info: { ...info, statements }, trace }, 0);
    expect(read.params).toMatchObject({ record: 'balance', tx: 'T1' });
  });

  it('exists before the first event and beyond the last', () => {
    expect(sentenceOf(context, -1).key).toBe('event.start');
    expect(sentenceOf(context, 99).key).toBe('event.unknown');
  });

  it('has no key that the list of keys does not have', () => {
    const keys = sentenceKeys(names.kinds);
    for (let i = -1; i <= context.trace.length; i++)
      expect(keys).toContain(sentenceOf(context, i).key);
    expect(new Set(keys).size).toBe(keys.length);
  });
});
