import { describe, expect, it } from 'vitest';
import type { Frame, Item, Structure } from '../../../web/engine/protocol';
import { extentOfFrame } from '../../../web/model/frame/extents';
import { fetchShapes } from '../../../web/stage/shapes';
import type { Box } from '../../../web/stage/shapes/shape';
import { counterpartMarks, counterpartPath, showing } from '../../../web/stage/tiers/counterparts';
import { layoutStage } from '../../../web/stage/tiers/layout/fit_stage';
import { type Drawn, placesAt } from '../../../web/stage/tiers/places';
import { tellStory } from '../support/fixture_story';

await fetchShapes();

const text = (words: string) => ({ en: words, zh: words });

const item = (key: number, to?: readonly [structure: string, key: number]): Item => ({
  key,
  label: `record ${key}`,
  txn: 0,
  state: 'durable',
  fields: [],
  links: to ? [{ structure: to[0], key: to[1], name: text('undo') }] : [],
  tags: [],
});
const list = (
  id: string,
  items: readonly Item[],
  shape: Structure['shape'] = 'ring',
): Structure => ({
  id,
  tier: 'nvm',
  shape,
  title: text(id),
  items,
  cursors: [],
});

const VIEW: Box = { x: 0, y: 0, width: 400, height: 400 };
const WINDOW: Box = { x: 0, y: 0, width: 400, height: 200 };
const at = (x: number, y: number): Box => ({ x, y, width: 60, height: 20 });

const pairs = [list('redo', [item(1, ['undo', 1])]), list('undo', [item(1)])];
const drawnAt = (boxes: Readonly<Record<string, Box>>) => ({
  drawn: (structure: string): Drawn | undefined => {
    const box = boxes[structure];
    return box && { box, window: WINDOW };
  },
});
const NAMES = [
  { structure: 'redo', key: 1 },
  { structure: 'undo', key: 1 },
];

describe('the marks of what is linked', () => {
  it('are rings around both and a line from the pointer to what it leads to, whichever is pointed at', () => {
    const [redo, undo] = [at(10, 10), at(200, 100)];
    for (const name of NAMES) {
      const marks = counterpartMarks(pairs, name, drawnAt({ redo, undo }), VIEW);
      expect(new Set(marks.rings)).toEqual(new Set([redo, undo]));
      expect(marks.lines).toEqual([{ from: redo, to: undo }]);
      expect(marks.edges).toEqual([]);
    }
  });

  it('never lead to what is out of sight: a mark is at the edge behind which it is', () => {
    const [redo, undo] = [at(10, 10), at(200, 300)];
    const [pointed, other] = NAMES.map((name) =>
      counterpartMarks(pairs, name, drawnAt({ redo, undo }), VIEW),
    );
    expect(pointed).toEqual({ rings: [redo], lines: [], edges: [{ x: 230, y: 200, below: true }] });
    expect(other).toEqual({ rings: [redo], lines: [], edges: [] });
  });

  it('heed what of the stage is on screen', () => {
    const boxes = { redo: at(10, 10), undo: at(200, 150) };
    const marks = counterpartMarks(pairs, NAMES[0] ?? { structure: '', key: 0 }, drawnAt(boxes), {
      ...VIEW,
      height: 100,
    });
    expect(marks.lines).toEqual([]);
    expect(marks.edges).toEqual([{ x: 230, y: 100, below: true }]);
  });

  it('are nothing for an item without pointers', () => {
    const alone = [list('redo', [item(1)])];
    const marks = counterpartMarks(
      alone,
      { structure: 'redo', key: 1 },
      drawnAt({ redo: at(0, 0) }),
      VIEW,
    );
    expect(marks).toEqual({ rings: [], lines: [], edges: [] });
  });

  it('have no second line where the structure draws its pointers', () => {
    const own = [list('log', [item(1), item(2, ['log', 1])], 'list')];
    const boxes = [at(0, 0), at(100, 0)];
    const drawn = (_: string, key: number) => {
      const box = boxes[key - 1];
      return box && { box, window: WINDOW };
    };
    const marks = counterpartMarks(own, { structure: 'log', key: 2 }, { drawn }, VIEW);
    expect(marks.rings.length).toBe(2);
    expect(marks.lines).toEqual([]);
  });
});

describe('a line between two items', () => {
  const ends = (path: string) => {
    const [x = 0, y = 0, ...rest] = path
      .split(/[MC ]+/)
      .filter(Boolean)
      .map(Number);
    return { start: { x, y }, end: { x: rest.at(-2) ?? 0, y: rest.at(-1) ?? 0 } };
  };

  it('goes from the ring of one to that of the other, down, up and beside', () => {
    expect(ends(counterpartPath(at(0, 0), at(100, 100), []))).toEqual({
      start: { x: 30, y: 23 },
      end: { x: 130, y: 97 },
    });
    expect(ends(counterpartPath(at(0, 100), at(100, 0), []))).toEqual({
      start: { x: 30, y: 97 },
      end: { x: 130, y: 23 },
    });
    expect(ends(counterpartPath(at(0, 0), at(100, 5), []))).toEqual({
      start: { x: 30, y: 23 },
      end: { x: 130, y: 28 },
    });
  });

  it('goes round what is between them where it can', () => {
    const { start, end } = ends(counterpartPath(at(0, 0), at(0, 100), [at(5, 50)]));
    expect([start.x, end.x]).toEqual([0, 0]);
    const hemmed = [{ x: -500, y: 40, width: 1000, height: 20 }];
    expect(ends(counterpartPath(at(0, 0), at(0, 100), hemmed)).start.x).toBe(30);
  });
});

describe('what is scrolled for an item that is pointed at', () => {
  const count = 120;
  const numbers = Array.from({ length: count }, (_, n) => n);
  const structures = [
    list(
      'redo',
      numbers.map((n) => item(n, ['undo', n])),
      'list',
    ),
    list(
      'undo',
      numbers.map((n) => item(n)),
      'list',
    ),
  ];
  const frame: Frame = { ...(tellStory().frames[0] as Frame), structures, transfers: [] };
  const layout = layoutStage({
    extents: extentOfFrame(structures),
    below: () => undefined,
    open: () => true,
    width: 850,
    height: 400,
    clients: true,
    wear: false,
    banks: 0,
    dirtyLines: 0,
    context: {
      tierName: (tier) => tier,
      text: ({ en }) => en,
      pageName: (label) => `page ${label}`,
      moreName: (more) => `${more} more`,
      txnName: (txn) => `T${txn}`,
    },
  });
  const usual = placesAt(layout, frame, []);
  const isSeen = (drawn: Drawn | undefined) =>
    drawn !== undefined &&
    drawn.box.y >= drawn.window.y - 1 &&
    drawn.box.y + drawn.box.height <= drawn.window.y + drawn.window.height + 1;

  it('is nothing while all is seen', () => {
    const last = { structure: 'redo', key: count - 1 };
    expect(isSeen(usual.drawn('undo', count - 1))).toBe(true);
    expect(showing(last, usual, layout, frame)).toBe(usual);
  });

  it('is the structure of its counterpart, and its own only where nothing of it is seen', () => {
    expect(isSeen(usual.drawn('undo', 0))).toBe(false);
    const group = (id: string) => layout.places.find((place) => place.id === id)?.group;
    expect(group('redo')).not.toBe(group('undo'));
    const moved = showing({ structure: 'redo', key: 0 }, usual, layout, frame);
    expect(isSeen(moved.drawn('undo', 0))).toBe(true);
    expect(isSeen(moved.drawn('redo', 0))).toBe(true);
    const seen = placesAt(layout, frame, [{ structure: 'redo', key: 0 }]);
    const still = showing({ structure: 'redo', key: 0 }, seen, layout, frame);
    expect(still.drawn('redo', 0)).toEqual(seen.drawn('redo', 0));
    expect(isSeen(still.drawn('undo', 0))).toBe(true);
  });
});
