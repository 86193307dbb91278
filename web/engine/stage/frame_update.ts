import { parsed, partsOf } from '../instance/engine_text';
import type { Frame, Item, Structure } from '../protocol';

/**
 * A structure as it crosses: its place in the frame before where nothing in it changed; an item
 * that did not change is its place before, any other the engine's text.
 */
type StructureUpdate =
  | number
  | { readonly now: string; readonly items: readonly (string | number)[] };

/**
 * A frame as it crosses from the worker: the engine's own text, of which what is as it was in the
 * frame before is left out. Stepping changes a few items of a hundred; the others stay the same
 * objects on the page, so that nothing draws them again.
 */
export interface FrameUpdate {
  /** Counts frames of one writer, from 1. */
  readonly number: number;
  /** Fields that are as before, and the text of the others. */
  readonly same: readonly string[];
  readonly now: string;
  readonly structures: readonly StructureUpdate[];
}

/** Texts of what was sent last. */
interface Known {
  readonly fields: ReadonlySet<string>;
  readonly structures: readonly KnownStructure[];
}

interface KnownStructure {
  readonly id: string | undefined;
  readonly now: string;
  readonly items: readonly string[];
}

const NOTHING: Known = { fields: new Set(), structures: [] };

/** Separates a list that an object has from its other fields. */
function listOf(object: string, name: string) {
  const key = `"${name}":`;
  const parts = partsOf(object);
  const list = parts.find((part) => part.startsWith(key))?.slice(key.length) ?? '[]';
  return { list: partsOf(list), others: parts.filter((part) => !part.startsWith(key)) };
}

const objectOf = (parts: readonly string[]): string => `{${parts.join()}}`;

function knownOf(structure: string): KnownStructure {
  const { list: items, others } = listOf(structure, 'items');
  return { id: others.find((part) => part.startsWith('"id":')), now: objectOf(others), items };
}

/** Lives in the worker: knows the frame that it sent last. */
export class FrameWriter {
  private number = 0;
  private known = NOTHING;

  /**
   * Writes what a frame's text has new. `have`: number of the frame that the page has, 0 for none;
   * where that is not the last one, all is sent.
   */
  write(frame: string, have: number): FrameUpdate {
    const before = have === this.number ? this.known : NOTHING;
    const { list, others } = listOf(frame, 'structures');
    const isSame = (part: string) => before.fields.has(part);
    const structures = list.map(knownOf);
    this.number++;
    this.known = { fields: new Set(others), structures };
    return {
      number: this.number,
      same: others.filter(isSame).map((part) => part.slice(1, part.indexOf('"', 1))),
      now: objectOf(others.filter((part) => !isSame(part))),
      structures: structures.map((each) => updateOf(each, before)),
    };
  }
}

function updateOf({ id, now, items }: KnownStructure, { structures }: Known): StructureUpdate {
  const place = structures.findIndex((each) => each.id === id);
  const before = structures[place];
  const places = new Map(before?.items.map((text, nth) => [text, nth]));
  const sent = items.map((text) => places.get(text) ?? text);
  const inPlace = sent.length === before?.items.length && sent.every((item, n) => item === n);
  return inPlace && before?.now === now ? place : { now, items: sent };
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
    const all = structures.map((update): Structure => {
      if (typeof update === 'number') return before?.structures[update] as Structure;
      const own = parsed<Structure>(update.now);
      const items = before?.structures.find(({ id }) => id === own.id)?.items ?? [];
      return {
        ...own,
        items: update.items.map((item) =>
          typeof item === 'number' ? (items[item] as Item) : parsed<Item>(item),
        ),
      };
    });
    this.number = number;
    this.frame = { ...kept, ...parsed<Frame>(now), structures: all };
    return this.frame;
  }
}
