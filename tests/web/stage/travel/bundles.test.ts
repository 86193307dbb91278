import { expect, it } from 'vitest';
import type { Transfer } from '../../../../web/engine/protocol';
import { endOf } from '../../../../web/stage/tiers/ends';
import type { StageLayout } from '../../../../web/stage/tiers/layout/stage_layout';
import { bundled, isScattered } from '../../../../web/stage/travel/bundles';
import { moveWords } from '../../../../web/stage/travel/move_words';
import type { Move } from '../../../../web/stage/travel/moves';

it('what moves as one ends around its items, and not on another one between them', () => {
  const box = (place: number, y = 0) => ({ x: place * 84, y, width: 72, height: 25 });
  expect(endOf([box(1), box(2)])).toEqual({ ...box(1), width: 156 });
  expect(endOf([box(0), box(4)])).toEqual(box(0));
  expect(endOf([box(1), box(1)])).toEqual(box(1));
  expect(endOf([box(1), box(1, 40)])).toEqual({ ...box(1), height: 65 });
  expect(endOf([box(4), box(0, 40), box(1, 40)])).toEqual(box(4));
  const unseen = { ...box(0, 70), height: 0 };
  expect(endOf([unseen, box(4)])).toEqual(box(4));
  expect(endOf([unseen])).toEqual(unseen);
});

it('a write is one thing where records of others stand between its own', () => {
  // The order in the file differs from that on the stage.
  const items = [4, 8, 3, 5].map((key) => ({ key }));
  const drawn = (_: string, key: number) => ({ box: { x: key * 84, y: 0 } });
  const frame = { frame: { structures: [{ id: 'log', items }] }, places: { drawn } } as never;
  const to = (...keys: number[]) => ({ to: { structure: 'log', keys } }) as unknown as Transfer;
  expect(isScattered(to(4, 8), frame)).toBe(true);
  expect(isScattered(to(5, 8), frame)).toBe(false);
  expect(isScattered(to(4), frame)).toBe(false);
});

it('stores that reach a line together say what each of them brings, and a write how many it has', () => {
  const word = (label: string, value: string, kind: Transfer['kind']) => {
    const name = { en: label, zh: label };
    const box = { x: 0, y: 0, width: 72, height: 19 };
    const field = { name, value, tier: 'nvm', address: 0, size: 8, durability: 'in-flight' };
    const item = { key: 1, label, txn: 1, state: 'durable', fields: [field], links: [], tags: [] };
    const move = { id: '1/2', txn: 1, transfer: { kind, to: {} }, from: box, to: box, rest: box };
    return {
      ...move,
      item: { structure: 's', item },
      brings: [field],
      count: 1,
    } as unknown as Move;
  };
  const layout = { boundaryY: 0, places: [], folded: [] } as unknown as StageLayout;
  const said = (kind: Transfer['kind']) => {
    const both = [word('lastTail', '1', kind), word('toAppend', '2', kind)] as const;
    return moveWords(bundled([...both], layout), layout, {
      text: ({ en }) => en,
      pageName: (page) => page,
      items: (count) => `one write, ${count} records`,
      kind: (each) => each,
    });
  };
  expect(said('nt-store')).toBe('lastTail 1, toAppend 2');
  expect(said('log-write')).toBe('one write, 2 records');
});
