import { describe, expect, it } from 'vitest';
import type { Frame, Item, Structure } from '../../../../web/engine/protocol';
import { heldFrame } from '../../../../web/model/frame/held_frame';

const text = (en: string) => ({ en, zh: en });
const row = (txn: number, judged?: readonly number[]): Item => ({
  key: txn,
  label: `${txn}`,
  txn,
  state: 'none',
  fields: [],
  links: [],
  tags: [text('loser'), text('last LSN 64')],
  ...(judged && { judged }),
});
const table = {
  tier: 'dram',
  id: 'transaction',
  title: text('transaction table'),
  shape: 'table',
  items: [row(1, [0]), row(2, [0]), row(3)],
  cursors: [],
} as Structure;
const frame = { structures: [table] } as unknown as Frame;
const tags = (shown: Frame) =>
  shown.structures[0]?.items.map((item) => item.tags.map(({ en }) => en).join(', '));

describe('a frame that gives no answer away', () => {
  it('has no word that a system makes of what it holds', () => {
    expect(tags(heldFrame(frame))).toEqual(['last LSN 64', 'last LSN 64', 'loser, last LSN 64']);
  });

  it('has the words about whoever is not asked about', () => {
    const loser = 'loser, last LSN 64';
    expect(tags(heldFrame(frame, 2))).toEqual([loser, 'last LSN 64', loser]);
    expect(tags(heldFrame(frame, 1))).toEqual(['last LSN 64', loser, loser]);
  });
});
