import { describe, expect, it } from 'vitest';
import type { Frame, Item, Structure } from '../../../../web/engine/protocol';
import { pictureOf, pictureWorth } from '../../../../web/model/frame/stage_picture';

const item = (state: Item['state'], txn = 0, more: Partial<Item> = {}): Item => ({
  key: 1,
  label: '',
  fields: [],
  links: [],
  tags: [],
  state,
  txn,
  ...more,
});
const structure = (
  id: string,
  tier: Structure['tier'],
  shape: Structure['shape'],
  items: readonly Item[],
): Structure => ({ id, tier, shape, items, title: { en: id, zh: id }, cursors: [] });
const frame = (structures: readonly Structure[], more: Partial<Frame> = {}): Frame => ({
  at: 0,
  phase: 0,
  time: 0,
  cacheLines: [],
  transfers: [],
  threads: [],
  transactions: [],
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
        { tier: 'nvm', cells: ['1s', '2fl', '0ul'] },
      ],
    });
  });

  it('only what the lecture is about, and never tables', () => {
    const locks = structure('lock', 'dram', 'table', [item('none', 1)]);
    const about = ['dram.lock', 'nvm.log'];
    expect(pictureOf(frame([pool, locks, log]), about).tiers).toEqual([
      { tier: 'dram', cells: [] },
      { tier: 'nvm', cells: ['1s', '2fl', '0ul'] },
    ]);
  });

  it('the newest of many', () => {
    const many = structure(
      'log',
      'disk',
      'list',
      [1, 2, 3, 4, 5, 6, 7].map((txn) => item('durable', txn)),
    );
    expect(pictureOf(frame([many])).tiers.at(-1)?.cells).toEqual([
      '3sl',
      '4sl',
      '5sl',
      '6sl',
      '7sl',
    ]);
  });

  const field = (en: string, value: string, durableValue?: string) => ({
    name: { en, zh: en },
    value,
    tier: 'nvm' as const,
    address: 0,
    size: 8,
    durability: 'volatile' as const,
    ...(durableValue !== undefined && { durableValue }),
  });

  it('records with their values, below the boundary as the device holds them', () => {
    const records = structure('log', 'nvm', 'list', [
      item('volatile', 1, { fields: [field('record', 'A'), field('value', '70', '100')] }),
      item('volatile', 1, { fresh: true, fields: [field('record', 'B', '')] }),
      item('durable', 1, { fields: [field('kind', 'commit')] }),
    ]);
    const { tiers } = pictureOf(frame([records]));
    // The writer of the bytes on the device is not known: they have no colour.
    expect(tiers.at(-1)?.cells).toEqual(['1s:A 100', '0ul', '1sl:commit']);
  });

  it('the nodes of a tree with their depths, and a chain as linked things', () => {
    const to = (key: number) => ({ structure: 'tree', key, name: { en: 'left', zh: 'left' } });
    const tree = structure('tree', 'nvm', 'tree', [
      item('durable', 1, { key: 1, links: [to(2), to(3)] }),
      item('durable', 1, { key: 2 }),
      item('in-flight', 2, { key: 3 }),
    ]);
    const chain = structure('chain', 'nvm', 'chains', [
      item('durable', 0, { items: [item('durable', 1), item('durable', 2)] }),
    ]);
    const { tiers } = pictureOf(frame([tree, chain]));
    expect(tiers.at(-1)?.cells).toEqual(['1st0', '1st1', '2ft1', '1s', '2sl']);
  });

  it('what crosses the boundary, and that is worth more than the same without it', () => {
    const end = { structure: 'log', address: 0, keys: [1] };
    const transfer = {
      kind: 'log-write' as const,
      id: 1,
      txn: 3,
      size: 512,
      state: 'under-way' as const,
      from: { ...end, tier: 'dram' as const },
      to: { ...end, tier: 'nvm' as const },
    };
    const quiet = pictureOf(frame([pool, log]));
    const moving = pictureOf(frame([pool, log], { transfers: [transfer] }));
    expect(moving.move).toEqual({ from: 0, to: 1, txn: 3 });
    expect(pictureWorth(moving)).toBeGreaterThan(pictureWorth(quiet));
    // A read goes up, and decides nothing.
    const read = { ...transfer, from: transfer.to, to: transfer.from };
    expect(pictureOf(frame([pool, log], { transfers: [read] })).move).toBeUndefined();
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
      kind: 'log-write' as const,
      id: 1,
      txn: 3,
      size: 512,
      state: 'under-way' as const,
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
