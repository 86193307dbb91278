import { describe, expect, it } from 'vitest';
import type { SessionInfo } from '../../../../web/engine/protocol';
import { keyText, programOf, valueText } from '../../../../web/model/trace/program';

const text = (en: string) => ({ en, zh: '字' });
const info = {
  workload: 'tpcc',
  programs: [{ title: text('payment'), lines: [text('begin')] }],
  tables: [
    { id: 'item', title: text('item'), columns: [[]] },
    { id: 'order-line', title: text('order-line'), columns: [[4, 22, 4]] },
  ],
  transactions: [
    { id: 1, name: 'T1', program: 0 },
    { id: 2, name: 'T2' },
  ],
} as unknown as SessionInfo;

describe('a workload', () => {
  it('names a record by its table and the columns of its key', () => {
    const key = (((1n << 4n) | 2n) << 26n) | (11n << 4n) | 5n;
    expect(keyText(info, 1, key)).toBe('order-line 1/2/11/5');
    expect(keyText(info, 0, 17n)).toBe('item 17');
  });

  it('says which program a transaction runs', () => {
    expect(programOf(info, 1)?.title.en).toBe('payment');
    expect(programOf(info, 2)).toBeUndefined();
  });

  it('shows a value in short, a script its number', () => {
    expect(valueText(info, 65536 * 7 + 0x3a)).toBe('#003a');
    expect(valueText({}, -3)).toBe('-3');
  });
});
