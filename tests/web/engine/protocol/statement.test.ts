import { describe, expect, it } from 'vitest';
import { bareStatement, ownersOf } from '../../../../web/engine/protocol';

describe('a statement of a script', () => {
  it('is the same with and without the name of its transaction', () => {
    for (const text of ['commit', 'T1: commit', ' T1 :commit ']) {
      expect(bareStatement(text)).toBe('commit');
    }
    expect(bareStatement('A := 1')).toBe('A := 1');
    expect(bareStatement('T1: A:=1')).toBe('A:=1');
  });

  it('belongs to the only open transaction, or to the one that it names', () => {
    const thread = [
      'steal A',
      'begin T1',
      'A := 1',
      'begin T2',
      'checkpoint',
      'T1: commit',
      'abort',
    ];
    expect(ownersOf(thread)).toEqual([undefined, 'T1', 'T1', 'T2', undefined, 'T1', 'T2']);
  });
});
