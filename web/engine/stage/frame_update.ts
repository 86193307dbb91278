import type { Frame, Item, Structure } from '../protocol';

/**
 * A structure as it crosses: not at all where nothing in it changed; an item that did not change is
 * its place before.
 */
type StructureUpdate =
  | { readonly same: string }
  | { readonly now: Omit<Structure, 'items'>; readonly items: readonly (Item | number)[] };

/**
 * A frame as it crosses from the worker. Stepping changes a few items of a hundred: what is as it
 * was in the frame before is not sent again, and stays the same object on the page, so that nothing
 * draws it again.
 */
export interface FrameUpdate {
  /** Counts frames of one writer, from 1. */
  readonly number: number;
  /** Fields that are as before. */
  readonly same: readonly string[];
  readonly now: Readonly<Record<string, unknown>>;
  readonly structures: readonly StructureUpdate[];
}

interface Known {
  /** JSON by field of the frame. */
  readonly fields: ReadonlyMap<string, string>;
  readonly structures: ReadonlyMap<string, KnownStructure>;
}

interface KnownStructure {
  readonly head: string;
  readonly items: readonly string[];
}

const NOTHING: Known = { fields: new Map(), structures: new Map() };

/** Lives in the worker: knows the frame that it sent last. */
export class FrameWriter {
  private number = 0;
  private known: Known = NOTHING;

  /**
   * `have`: number of the frame that the page has, 0 for none; where that is not the last one, all
   * is sent.
   */
  write(frame: Frame, have: number): FrameUpdate {
    const before = have === this.number ? this.known : NOTHING;
    const { structures = [], ...rest } = frame;
    const texts = Object.entries(rest).map(
      ([name, value]) => [name, JSON.stringify(value)] as const,
    );
    const isSame = ([name, text]: readonly [string, string]) => before.fields.get(name) === text;
    const same = texts.filter(isSame).map(([name]) => name);
    const known = new Map<string, KnownStructure>();
    const updates = structures.map((structure) => {
      const { items, ...now } = structure;
      const mine = { head: JSON.stringify(now), items: items.map((item) => JSON.stringify(item)) };
      known.set(structure.id, mine);
      return updateOf(structure, mine, before.structures.get(structure.id));
    });
    this.number++;
    this.known = { fields: new Map(texts), structures: known };
    const now = Object.fromEntries(Object.entries(rest).filter(([name]) => !same.includes(name)));
    return { number: this.number, same, now, structures: updates };
  }
}

function updateOf(
  { items, ...now }: Structure,
  mine: KnownStructure,
  before: KnownStructure | undefined,
): StructureUpdate {
  const places = new Map(before?.items.map((text, place) => [text, place]));
  const sent = items.map((item, n) => places.get(mine.items[n] ?? '') ?? item);
  const inPlace = sent.length === before?.items.length && sent.every((item, n) => item === n);
  if (inPlace && before?.head === mine.head) return { same: now.id };
  return { now, items: sent };
}

/** Lives on the page: puts each frame together from what crossed and the frame before. */
export class FrameReader {
  private frame: Frame | undefined;
  private number = 0;

  /** Number of the frame that it has, for the writer. */
  get have(): number {
    return this.number;
  }

  read({ number, same, now, structures }: FrameUpdate): Frame {
    const before = this.frame;
    const kept = Object.fromEntries(same.map((name) => [name, before?.[name as keyof Frame]]));
    const known = new Map(before?.structures?.map((structure) => [structure.id, structure]));
    const all = structures.map((update) => {
      if ('same' in update) return known.get(update.same) as Structure;
      const items = known.get(update.now.id)?.items ?? [];
      return {
        ...update.now,
        items: update.items.map((item) =>
          typeof item === 'number' ? (items[item] as Item) : item,
        ),
      };
    });
    this.number = number;
    this.frame = { ...kept, ...now, structures: all } as unknown as Frame;
    return this.frame;
  }
}
