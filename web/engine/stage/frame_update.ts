import { parsed, partsOf } from '../instance/engine_text';
import type { Frame, Item, Structure } from '../protocol';

/**
 * A structure as it crosses to the page: its place in the frame before if nothing in it changed. An
 * item that did not change is its place before; any other is the engine's text.
 */
type StructureUpdate =
  | number
  | { readonly now: string; readonly items: readonly (string | number)[] };

/**
 * A frame as it crosses from the worker: the engine's own text without the parts that equal the
 * frame before. Stepping changes a few items of a hundred; the others stay the same objects on the
 * page, so that they are not drawn again.
 */
export interface FrameUpdate {
  /** The number of the frame, counted from 1 for each writer. */
  readonly number: number;
  /** The fields that are as before, and the text of the others. */
  readonly same: readonly string[];
  readonly now: string;
  readonly structures: readonly StructureUpdate[];
}

/** The texts that were sent last. */
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

/** The worker's side, which knows the frame that it sent last. */
export class FrameWriter {
  private number = 0;
  private known = NOTHING;

  /**
   * Writes the new parts of a frame's text. `have` is the number of the frame that the page has, 0
   * for none; if that is not the last one, the frame is sent complete.
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

/** The page's side, which puts each frame together from the update and the frame before. */
export class FrameReader {
  private frame: Frame | undefined;
  private number = 0;

  /** The number of its frame, for the writer. */
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
