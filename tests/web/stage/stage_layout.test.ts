import { describe, expect, it } from 'vitest';
import type { Frame, Item, Structure, StructureExtent, TierId } from '../../../web/engine/protocol';
import { extentOfFrame, growExtents, unionOfExtents } from '../../../web/model/frame/extents';
import { fetchShapes } from '../../../web/stage/shapes';
import { textOf } from '../../../web/stage/shapes/chains';
import { pages } from '../../../web/stage/shapes/pages';
import type { Box, ShapeContext } from '../../../web/stage/shapes/shape';
import { columnsOf } from '../../../web/stage/shapes/table';
import { layoutStage } from '../../../web/stage/tiers/layout/fit_stage';
import type { StructurePlace } from '../../../web/stage/tiers/layout/stacks';
import type { StageLayoutInput } from '../../../web/stage/tiers/layout/stage_layout';
import { placeLines } from '../../../web/stage/tiers/placed_lines';
import { itemsAt, placesAt } from '../../../web/stage/tiers/places';
import { movesAt } from '../../../web/stage/travel/moves';
import { signBox } from '../../../web/stage/travel/taken';
import { sansWidth } from '../../../web/ui/text_width';
import { everyShape } from '../support/every_shape';
import { tellStory } from '../support/fixture_story';

await fetchShapes();

const { frames } = tellStory();
const told = unionOfExtents(frames.map(({ structures }) => extentOfFrame(structures)));

function layout(extents: readonly StructureExtent[], more: Partial<StageLayoutInput> = {}) {
  return layoutStage({
    extents,
    below: () => undefined,
    open: () => true,
    width: 850,
    height: 560,
    clients: true,
    wear: true,
    banks: 0,
    dirtyLines: 3,
    context: {
      tierName: (tier) => tier,
      text: (text) => text.en,
      pageName: (label) => `page ${label}`,
      moreName: (count) => `${count} more`,
      txnName: (txn) => `T${txn}`,
    },
    ...more,
  });
}

const cell = {
  name: { en: 'record', zh: '记录' },
  value: '0x640',
  tier: 'nvm' as const,
  address: 1280,
  size: 8,
  durability: 'durable' as const,
};

const apart = (a: Box, b: Box) =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

/** Every width and height at which lectures are given. */
const SIZES = [
  [850, 560],
  [1060, 620],
  [560, 700],
  [374, 460],
  [520, 330],
] as const;

describe('the layout of the stage', () => {
  for (const [width, height] of SIZES) {
    it(`keeps structures inside their bands and apart, ${width} by ${height}`, () => {
      for (const extents of [told, extentOfFrame(everyShape.structures)]) {
        const { bands, places } = layout(extents, { width, height });
        expect(places.length).toBe(extents.length);
        for (const { tier, box } of places) {
          const band = bands.find((each) => each.tier === tier);
          expect(box.y).toBeGreaterThanOrEqual(band?.y ?? Number.POSITIVE_INFINITY);
          expect(box.y + box.height).toBeLessThanOrEqual((band?.y ?? 0) + (band?.height ?? 0));
          expect(box.x + box.width).toBeLessThanOrEqual(width + 1);
        }
        places.forEach(({ box }, index) => {
          for (const other of places.slice(index + 1)) expect(apart(box, other.box)).toBe(true);
        });
      }
    });

    it(`has room for the NVM's banks at its foot, ${width} by ${height}`, () => {
      const whole = layout(told, { width, height, banks: 4 });
      const { bands, places, banks, wear } = whole;
      const band = bands.find(({ tier }) => tier === 'nvm');
      if (!banks || !band) throw new Error('no banks');
      expect(banks.x + banks.width).toBeLessThanOrEqual(width);
      expect(banks.y).toBeGreaterThanOrEqual(band.y);
      expect(banks.y + banks.height).toBeLessThanOrEqual(band.y + band.height);
      const sign = signBox(whole);
      for (const box of [sign, ...places.map((place) => place.box), ...(wear ? [wear] : [])])
        expect(apart(box, banks)).toBe(true);
      expect(layout(told, { width, height }).banks).toBeUndefined();
    });

    it(`gives every item a place of its own, ${width} by ${height}`, () => {
      for (const frame of [...frames, everyShape]) {
        const extents = frame === everyShape ? extentOfFrame(everyShape.structures) : told;
        const places = layout(extents, { width, height }).places;
        for (const structure of frame.structures) {
          const place = places.find(({ id }) => id === structure.id);
          const boxes = place ? itemsAt(place, structure) : new Map<number, Box>();
          const own = structure.items.map(({ key }) => boxes.get(key));
          if (structure.shape !== 'tree') expect(own).not.toContain(undefined);
          const distinct = [...new Set(own.filter((box) => box !== undefined))];
          distinct.forEach((box, index) => {
            for (const other of distinct.slice(index + 1)) expect(apart(box, other)).toBe(true);
          });
        }
      }
    });
  }

  it('fits the pane as long as it can, and scrolls inside of structures', () => {
    const { height, places } = layout(told, { height: 560 });
    expect(height).toBeLessThanOrEqual(561);
    for (const { box } of places) expect(box.height).toBeGreaterThan(0);
  });

  it('draws the boundary where the NVM begins, and bands without a gap', () => {
    const { bands, boundaryY, clients } = layout(told);
    expect(bands.find(({ tier }) => tier === 'nvm')?.y).toBe(boundaryY);
    let y = clients?.height ?? 0;
    for (const band of bands) {
      expect(band.y).toBeCloseTo(y);
      y += band.height;
    }
  });

  it('folds what the lecture is not about to a name, and an unused tier to a line', () => {
    const onlyDisk = told.filter(({ tier }) => tier === 'disk' || tier === 'dram');
    const { bands, folded, places, cache, wear, banks } = layout(onlyDisk, {
      open: ({ tier }) => tier === 'disk',
      banks: 4,
      dirtyLines: 0,
    });
    expect(places.every(({ tier }) => tier === 'disk')).toBe(true);
    expect(folded.map(({ tier }) => tier)).toEqual(
      onlyDisk.filter(({ tier }) => tier === 'dram').map(() => 'dram'),
    );
    const line = (tier: TierId) => bands.find((band) => band.tier === tier)?.line;
    expect([line('cache'), line('nvm'), line('dram'), line('disk')]).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(cache).toBeUndefined();
    expect(wear).toBeUndefined();
    expect(banks).toBeUndefined();
  });

  it('keeps what is folded on the page, however many names there are', () => {
    const [one] = told.filter(({ tier }) => tier === 'nvm');
    if (!one) throw new Error('nothing in NVM');
    const many = Array.from({ length: 9 }, (_, n) => ({ ...one, id: `folded-${n}` }));
    for (const width of [390, 700, 1200]) {
      const { folded } = layout([one, ...many], { width, open: ({ id }) => id === one.id });
      expect(folded).toHaveLength(many.length);
      for (const { box } of folded) expect(box.x + box.width).toBeLessThanOrEqual(width);
    }
  });

  it('puts a copy above its original', () => {
    const list = (id: string, tier: TierId, keys: readonly number[]): StructureExtent => ({
      ...(everyShape.structures.find(({ shape }) => shape === 'list') as never as StructureExtent),
      id,
      tier,
      most: keys.length,
      items: keys.map((key) => ({
        key,
        label: String(key),
        txn: 1,
        state: 'empty' as const,
        fields: [],
        links: [],
        tags: [],
      })),
    });
    const { places } = layout([list('buffer', 'dram', [1, 2]), list('log', 'disk', [1, 2, 3])], {
      below: (id) => (id === 'buffer' ? 'log' : undefined),
    });
    const [buffer, log] = places;
    expect(buffer?.box.x).toBe(log?.box.x);
    for (const key of [1, 2])
      expect(buffer?.content.items.get(key)).toEqual(log?.content.items.get(key));
  });

  it('puts tables beside one another, each with its whole caption, where nothing else is in their tier', () => {
    const table = everyShape.structures.find(({ shape }) => shape === 'table') as Structure;
    const list = everyShape.structures.find(({ shape }) => shape === 'list') as Structure;
    const title = { en: 'stores that wait for the group', zh: '' };
    const tables = ['one', 'two'].map((id) => ({ ...table, id, title }));
    const extents = extentOfFrame([...tables, { ...list, tier: 'nvm' }]);
    const [one, two, log] = layout(extents).places;
    expect(one?.box.y).toBe(two?.box.y);
    for (const place of [one, two])
      expect(place?.captionWidth).toBeGreaterThan(sansWidth(title.en));
    expect(log?.box.x).toBe(one?.box.x);
    const [alone, other] = layout(extentOfFrame([...tables, { ...list, tier: 'dram' }])).places;
    expect(other?.box.y).toBeGreaterThan(alone?.box.y ?? Number.POSITIVE_INFINITY);
  });

  it('goes on in the next row where a bucket has more cells than fit', () => {
    const chains = everyShape.structures.find(({ shape }) => shape === 'chains') as Structure;
    const [bucket] = chains.items as [Item];
    const field = { ...cell, role: 'address' as const };
    const cells = Array.from({ length: 24 }, (_, n) => ({
      ...bucket,
      key: 100 + n,
      fields: [field],
      items: [],
    }));
    const items = [{ ...bucket, items: cells }];
    const { content, box } = layout(extentOfFrame([{ ...chains, items }]), { width: 560 })
      .places[0] as StructurePlace;
    const boxes = cells.map(({ key }) => content.items.get(key));
    expect(boxes).not.toContain(undefined);
    expect(new Set(boxes.map((each) => each?.y)).size).toBeGreaterThan(1);
    for (const each of boxes)
      expect((each?.x ?? 0) + (each?.width ?? 0)).toBeLessThanOrEqual(box.width);
  });

  it('puts the records of a chain as they lead, from the header on, though the newest is the first', () => {
    const chains = everyShape.structures.find(({ shape }) => shape === 'chains') as Structure;
    const [bucket] = chains.items as [Item];
    const record = (key: number): Item => ({
      ...bucket,
      key,
      fields: [{ ...cell, role: 'kind' as const }],
      items: [],
    });
    const chainOf = (...keys: number[]): Structure => ({
      ...chains,
      items: [{ ...bucket, items: keys.map(record) }],
    });
    // The order in which they were first seen.
    const [place] = layout(extentOfFrame([chainOf(101, 102, 103)]), { width: 900 }).places as [
      StructurePlace,
    ];
    for (const keys of [[101], [102, 101], [103, 102, 101]]) {
      const at = itemsAt(place, chainOf(...keys));
      const left = [bucket.key, ...keys].map((key) => at.get(key)?.x ?? Number.NaN);
      expect(left).toEqual(left.toSorted((one, other) => one - other));
      expect(at.get(keys[0] ?? 0)?.x).toBe(itemsAt(place, chainOf(101)).get(101)?.x);
    }
  });

  it('keeps every place when a branch brings more', () => {
    const before = told.filter(({ shape }) => shape === 'list' || shape === 'pages');
    const more = before.map((extent) => ({
      ...extent,
      items: extent.items.flatMap((item) => [item, { ...item, key: item.key + 1000 }]),
    }));
    const one = layout(before);
    const other = layout(growExtents(before, more));
    one.places.forEach((place, index) => {
      const grown = other.places[index];
      expect(grown?.box).toEqual(place.box);
      if (place.extent.shape !== 'list') return;
      for (const [key, box] of place.content.items)
        expect(grown?.content.items.get(key)).toEqual(box);
    });
  });
});

describe('places at a position', () => {
  const stage = layout(told, { height: 420 });

  it('are a function of the frame: going back shows what was there', () => {
    for (const frame of frames) {
      const [once, again] = [placesAt(stage, frame, []), placesAt(stage, frame, [])];
      for (const place of stage.places) expect(again.scroll(place)).toBe(once.scroll(place));
    }
  });

  it('show an item that moves inside of its structure', () => {
    for (const frame of frames) {
      for (const structure of frame.structures) {
        for (const { key } of structure.items) {
          const place = stage.places.find(({ id }) => id === structure.id);
          const box = placesAt(stage, frame, [{ structure: structure.id, key }]).home(
            structure.id,
            key,
          );
          if (!place || !box) continue;
          expect(box.y + box.height).toBeGreaterThan(place.box.y);
          expect(box.y).toBeLessThan(place.box.y + place.box.height);
        }
      }
    }
  });

  it('put dirty lines apart and above the boundary', () => {
    for (const frame of frames) {
      const { placed, hidden } = placeLines(frame.cacheLines, stage, placesAt(stage, frame, []));
      expect(placed.length + hidden).toBe(frame.cacheLines.length);
      placed.forEach(({ box }, index) => {
        for (const other of placed.slice(index + 1)) expect(apart(box, other.box)).toBe(true);
        expect(box.y + box.height).toBeLessThan(stage.boundaryY);
      });
    }
  });
});

describe('what moves', () => {
  const frame = frames.find(({ structures }) => structures.some(({ items }) => items.length > 0));
  const structure = frame?.structures.find(({ items, tier }) => tier === 'nvm' && items.length > 0);
  const item = structure?.items[0];

  function movesWith(transfer: Partial<Frame['transfers'][number]>) {
    if (!frame || !structure || !item) throw new Error('the story has such a frame');
    const stage = layout(told);
    const places = placesAt(stage, frame, []);
    const own = {
      kind: 'write-back' as const,
      id: 5,
      txn: 1,
      size: 64,
      state: 'under-way' as const,
      from: { tier: 'cache' as const, keys: [], address: 0 },
      to: { tier: 'nvm' as const, structure: structure.id, keys: [item.key], address: 0 },
      ...transfer,
    };
    const where = { layout: stage, places, lines: [], client: () => stage.clients };
    return { stage, moves: movesAt({ ...frame, transfers: [own] }, where) };
  }

  it('rests on the boundary while it is under way across it', () => {
    const { moves, stage } = movesWith({});
    expect(moves).toHaveLength(1);
    const rest = moves[0]?.rest;
    expect(rest && rest.y + rest.height / 2).toBeCloseTo(stage.boundaryY);
  });

  it('comes to rest in the row of a disk’s cache, which is above the boundary and lies over nothing', () => {
    const disk = extentOfFrame(everyShape.structures).find(({ tier }) => tier === 'disk');
    if (!frame || !disk) throw new Error('every shape has a disk');
    for (const [width, height] of SIZES) {
      const stage = layout([...told, disk], { width, height, diskCache: true });
      const { band, lines } = stage.diskCache ?? {};
      if (!band || !lines) throw new Error('there is no row');
      expect(band.y + band.height).toBeCloseTo(stage.boundaryY);
      expect(lines.y + lines.height).toBeLessThan(stage.boundaryY);
      const within = { ...band, y: band.y + 0.5, height: band.height - 1 };
      for (const each of stage.bands) expect(apart({ ...each, x: 0, width }, within)).toBe(true);
      const key = disk.items[0]?.key ?? 0;
      const end = { tier: 'disk' as const, structure: disk.id, keys: [key], address: 0 };
      const into = { ...end, cached: true };
      const arrived = {
        kind: 'page-write' as const,
        id: 6,
        txn: 1,
        size: 512,
        state: 'arrived' as const,
        from: { tier: 'dram' as const, keys: [], address: 0 },
        to: into,
      };
      const where = {
        layout: stage,
        places: placesAt(stage, frame, []),
        lines: [],
        client: () => stage.clients,
      };
      const [move] = movesAt({ ...frame, structures: [disk], transfers: [arrived] }, where);
      expect(move && apart(move.to, band)).toBe(false);
    }
    expect(layout([...told, disk]).diskCache).toBeUndefined();
  });

  it('goes up to the client that is told', () => {
    const { moves, stage } = movesWith({
      kind: 'acknowledge',
      from: { tier: 'nvm', structure: structure?.id ?? '', keys: [item?.key ?? 0], address: 0 },
      to: { tier: 'client', keys: [], address: 0 },
    });
    expect(moves[0]?.to).toEqual(stage.clients);
  });

  it('has a place at each end even where no structure shows it', () => {
    const { moves, stage } = movesWith({
      from: { tier: 'dram', keys: [], address: 0 },
      to: { tier: 'disk', keys: [], address: 0 },
    });
    const band = (tier: TierId) => stage.bands.find((each) => each.tier === tier);
    for (const [box, tier] of [
      [moves[0]?.from, 'dram'],
      [moves[0]?.to, 'disk'],
    ] as const) {
      expect(box?.y).toBeGreaterThanOrEqual(band(tier)?.y ?? Number.POSITIVE_INFINITY);
      expect(box?.y).toBeLessThan((band(tier)?.y ?? 0) + (band(tier)?.height ?? 0));
    }
  });
});

describe('what a shape says of its items', () => {
  const context: ShapeContext = {
    text: ({ en }) => en,
    pageName: (label) => `page ${label}`,
    moreName: (count) => `${count} more`,
    txnName: () => '',
    maxWidth: 600,
    density: 'compact',
  };
  const item = (key: number, label: string, name: string, value: string): Item => ({
    key,
    label,
    txn: 0,
    state: 'durable',
    links: [],
    tags: [],
    fields: [
      {
        name: { en: name, zh: name },
        value,
        tier: 'nvm',
        address: 64 * key,
        size: 8,
        durability: 'durable',
      },
    ],
  });
  const title = { en: 'items', zh: '项' };
  const extentOf = (shape: Structure['shape'], ...items: Item[]): StructureExtent => {
    const structure: Structure = {
      id: 'items',
      tier: 'nvm',
      title,
      cursors: [],
      shape,
      items,
    };
    const [extent] = extentOfFrame([structure]);
    if (!extent) throw new Error('a structure has an extent');
    return extent;
  };

  it('keeps the header of a page unless there is hardly any height', () => {
    const page = item(1, '1', 'page LSN', '64');
    const heightOf = (density: ShapeContext['density'], ...items: Item[]) =>
      pages.measure(extentOf('pages', ...items), { ...context, density }).items.get(1)?.height ?? 0;
    const bare = { ...page, fields: [] };
    for (const density of ['full', 'compact'] as const)
      expect(heightOf(density, page)).toBeGreaterThan(heightOf(density, bare));
    expect(heightOf('heading', page)).toBe(heightOf('heading', bare));
  });

  it('leaves a low page LSN out only where its row has no room for it', () => {
    const named = [1, 2].map((key) => item(key, `${key}`, 'page LSN', '64'));
    const widthsIn = (terse: boolean, maxWidth: number) => {
      const low: ShapeContext = { ...context, density: 'heading', terse, maxWidth };
      return [...pages.measure(extentOf('pages', ...named), low).items.values()].map(
        ({ width, y }) => [width, y] as const,
      );
    };
    const full = widthsIn(false, 600);
    const narrow = 2 * (full[0]?.[0] ?? 0);
    expect(widthsIn(true, 600)).toEqual(full);
    expect(widthsIn(true, narrow).map(([, y]) => y)).toEqual([0, 0]);
    expect(widthsIn(true, narrow)[0]?.[0]).toBeLessThan(full[0]?.[0] ?? 0);
  });

  it('names the header of a chain by its transaction only where it says one', () => {
    const own = { ...item(1, '1', 'transaction', '1'), txn: 1 };
    const other = { ...item(3, '3', 'phase', 'committed'), txn: 1 };
    const low: ShapeContext = { ...context, density: 'heading', txnName: (txn) => `T${txn}` };
    expect([own, other].map((each) => textOf(each, true, low))).toEqual(['T1', '3 committed']);
  });

  it('calls the columns of a table by its rows with numbers', () => {
    const place = item(2, 'place', 'place of list and bitmap', '0');
    const entry = item(0, '0', 'XID', '7');
    expect(columnsOf(extentOf('table', place, entry), context).names).toEqual(['XID']);
  });
});
