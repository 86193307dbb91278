import { describe, expect, it } from 'vitest';
import type { Frame, Item, Structure } from '../../../../web/engine/protocol';
import { pictureOf } from '../../../../web/model/frame/stage_picture';

const item = (state: Item['state'], txn = 0, more: Partial<Item> = {}): Item => ({
  ...{ key: 1, label: '', fields: [], links: [], tags: [] },
  ...{ state, txn },
  ...more,
});
const structure = (
  id: string,
  tier: Structure['tier'],
  shape: Structure['shape'],
  items: readonly Item[],
): Structure => ({ id, tier, shape, items, title: { en: id, zh: id }, cursors: [] });
const frame = (structures: readonly Structure[], more: Partial<Frame> = {}): Frame => ({
  ...{ at: 0, phase: 0, time: 0, cacheLines: [], transfers: [], threads: [], transactions: [] },
  wear: { unitBytes: 64, counts: [], max: 0 },
  counters: {} as Frame['counters'],
  structures,
  ...more,
});

const pool = structure('buffer-page', 'dram', 'pages', [
  item('none', 0, { items: [item('none', 2)] }),
  item('none', 0, { items: [] }),
]);
const log = structure('log', 'nvm', 'list', [
  item('durable', 1),
  item('in-flight', 2),
  item('empty'),
]);

describe('what does a small picture show of a stage?', () => {
  it('pages in the colour of what they hold, and things by whether they survive', () => {
    expect(pictureOf(frame([pool, log]))).toEqual({
      tiers: [
        { tier: 'dram', cells: ['2vp'] },
        { tier: 'nvm', cells: ['1s', '2f', '0u'] },
      ],
    });
  });

  it('only what the lecture is about, and never tables', () => {
    const locks = structure('lock', 'dram', 'table', [item('none', 1)]);
    const about = ['dram.lock', 'nvm.log'];
    expect(pictureOf(frame([pool, locks, log]), about).tiers).toEqual([
      { tier: 'dram', cells: [] },
      { tier: 'nvm', cells: ['1s', '2f', '0u'] },
    ]);
  });

  it('the newest of many', () => {
    const many = structure(
      'log',
      'disk',
      'list',
      [1, 2, 3, 4, 5, 6, 7].map((txn) => item('durable', txn)),
    );
    expect(pictureOf(frame([many])).tiers.at(-1)?.cells).toEqual(['3s', '4s', '5s', '6s', '7s']);
  });

  it('lines of the cache that are newer than the NVM', () => {
    const line = { address: 0, txn: 1, holds: [], pendingStores: 1 };
    const cacheLines = [
      { ...line, state: 'volatile' as const },
      { ...line, state: 'in-flight' as const },
    ];
    expect(pictureOf(frame([log], { cacheLines })).tiers[0]).toEqual({
      tier: 'cache',
      cells: ['1v', '1f'],
    });
  });

  it('what is on its way to a place that does not show it yet', () => {
    const end = { structure: 'log', address: 0 };
    const transfer = {
      ...{ kind: 'log-write' as const, id: 1, txn: 3, size: 512, state: 'under-way' as const },
      from: { ...end, tier: 'dram' as const, keys: [1, 2] },
      to: { ...end, tier: 'disk' as const, keys: [1, 2] },
    };
    const empty = structure('log', 'disk', 'list', []);
    const cells = (transfers: Frame['transfers']) =>
      pictureOf(frame([empty], { transfers })).tiers.at(-1)?.cells;
    expect(cells([transfer])).toEqual(['3f', '3f']);
    expect(cells([{ ...transfer, state: 'arrived' }])).toEqual([]);
  });

  it('that the power has failed: places in DRAM that are gone', () => {
    const bare = structure('buffer-page', 'dram', 'pages', []);
    expect(pictureOf(frame([bare, log], { phase: 1 }))).toMatchObject({
      cut: true,
      tiers: [{ tier: 'dram', cells: ['0gp', '0g', '0g'] }, { tier: 'nvm' }],
    });
  });
});
