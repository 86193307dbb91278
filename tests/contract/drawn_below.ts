import type { WasmModule } from '../../web/engine/instance/wasm_module';
import type { Field, Frame, Item, Structure, Text, Transfer } from '../../web/engine/protocol';
import { diskLines } from '../../web/model/frame/disk_lines';
import { durableFrame, isAbsent, isBelow, nextInChain } from '../../web/model/frame/durable_frame';
import { type LineWord, lineWords, newerValues } from '../../web/model/frame/line_words';
import { namedFrame } from '../../web/model/frame/named_frame';

/**
 * The drawing below the boundary, compared with what a power cut leaves if nothing more arrives.
 */

const english = (text: Text): string => text.en;
const words = { text: english, txnName: (txn: number) => (txn > 0 ? `T${txn}` : '') };

type Hex = string;

/**
 * The bytes of the tiers after a power cut here that nothing survives, before recovery has run a
 * step.
 */
export class CrashImage {
  constructor(
    private readonly engine: WasmModule,
    private readonly tiers: readonly string[],
  ) {}

  /** Runs `look` on the image and on its frame; the engine is then where it was. */
  within<T>(look: (bytes: (field: Field) => Hex, frame: Frame) => T): T {
    const kept = this.engine.memory().slice();
    const refused = this.engine.cut({ survive: 'none' });
    if (refused) throw new Error('a power cut that nothing survives must be legal');
    const result = look((field) => this.read(field), this.engine.inspect());
    const used = Math.max(this.engine.memory().byteLength, kept.byteLength);
    const memory = new Uint8Array(this.engine.memory().buffer, 0, used);
    memory.set(kept);
    memory.fill(0, kept.byteLength);
    return result;
  }

  /** The newest bytes, where the engine is. */
  read({ tier, address, size }: Pick<Field, 'tier' | 'address' | 'size'>): Hex {
    const { current } = this.engine.bytes(this.tiers.indexOf(tier), address, size);
    return current.map((byte) => byte.toString(16).padStart(2, '0')).join('');
  }
}

/**
 * The meanings of bytes in fields of a name, learned from the newest values, which do not depend on
 * power cuts.
 */
export class Meanings {
  readonly #known = new Map<string, Set<string>>();
  readonly #values = new Set<string>();

  learn({ name, value }: Field, hex: Hex): void {
    const key = `${name.en}/${hex}`;
    this.#known.set(key, (this.#known.get(key) ?? new Set()).add(value));
    this.#values.add(`${name.en}/${value}`);
  }

  /** True if the bytes may be written as the field writes them. */
  allows({ name, value }: Field, hex: Hex): boolean {
    if (this.#known.get(`${name.en}/${hex}`)?.has(value) || readings(hex).includes(value))
      return true;
    // A key of several columns says what is left over of a record of another table.
    return value.includes('/') && !this.#values.has(`${name.en}/${value}`);
  }
}

const WORD = (1n << 64n) - 1n;

/**
 * The engine's digest of a value that is no number (base/digest.h), in the interface's form: #1a2b.
 */
function digestOf(bytes: Uint8Array): string {
  let state = 0xcbf29ce484222325n;
  const take = (word: bigint) => {
    state = ((((state ^ word) * 0x100000001b3n) & WORD) + (state >> 29n)) & WORD;
  };
  const wordAt = (at: number) =>
    [...bytes.slice(at, at + 8)].reduceRight((word, byte) => (word << 8n) | BigInt(byte), 0n);
  const whole = bytes.length - (bytes.length % 8);
  for (let at = 0; at < whole; at += 8) take(wordAt(at));
  take(wordAt(whole) ^ (BigInt(bytes.length) << 56n));
  let mixed = (state + 0x9e3779b97f4a7c15n) & WORD;
  mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & WORD;
  mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & WORD;
  mixed ^= mixed >> 31n;
  return `#${((mixed >> 12n) & 0xffffn).toString(16).padStart(4, '0')}`;
}

/** Numbers, a pointer, a name, a bit and a digest, as the interface writes them. */
function readings(hex: Hex): readonly string[] {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (each) => Number.parseInt(each, 16));
  const eight = new Uint8Array(8);
  eight.set(bytes.slice(0, 8));
  const view = new DataView(eight.buffer);
  const word = view.getBigUint64(0, true);
  const end = bytes.slice(0, 8).indexOf(0);
  const name = String.fromCharCode(...bytes.slice(0, end < 0 ? 8 : end));
  return [
    String(word),
    String(view.getBigInt64(0, true)),
    word === 0n ? '-' : `0x${(word & 0xffffffffn).toString(16)}`,
    name,
    word === 0n ? '0' : '1',
    digestOf(bytes),
    `${bytes.length} B ${digestOf(bytes)}`,
  ];
}

const all = (item: Item): readonly Item[] => [item, ...(item.items ?? []).flatMap(all)];
const isZero = (hex: Hex): boolean => /^0*$/.test(hex);

/** The drawn item that stands for one of the engine's: both have the same place. */
function* pairs(one: Frame, drawn: Frame) {
  for (const [n, structure] of one.structures.entries()) {
    if (!isBelow(structure)) continue;
    const other = drawn.structures[n]?.items ?? [];
    for (const [k, outer] of structure.items.entries()) {
      const there = all(other[k] as Item);
      for (const [i, item] of all(outer).entries())
        yield { structure, outer, item, drawn: there[i] as Item };
    }
  }
}

/** The field that says which item it is, where it is named by that. */
const nameField = ({ label, fields: [first] }: Item): Field | undefined =>
  /^(LSN|GSN|transaction)$/.test(first?.name.en ?? '') && first?.value === label
    ? first
    : undefined;

/**
 * The contradictions between the drawing and the remains. `same`: an item that was compared one
 * event before and has not changed.
 */
export function* drawnContradictions(
  frame: Frame,
  image: CrashImage,
  meanings: Meanings,
  same: (structure: Structure, item: Item) => boolean,
): Generator<string> {
  const found = [...pairs(frame, durableFrame(frame))].filter(
    ({ structure, outer }) => !same(structure, outer),
  );
  const cursors = frame.structures.filter(isBelow).flatMap((each) => each.cursors);
  if (found.length === 0 && cursors.length === 0) return;
  for (const { item } of found)
    for (const field of item.fields) meanings.learn(field, image.read(field));
  const { left, after } = image.within((bytes, after) => ({
    left: new Map(
      [...found.flatMap(({ item }) => item.fields), ...cursors].map(
        (field) => [field, bytes(field)] as const,
      ),
    ),
    after,
  }));
  for (const { structure, outer, item, drawn } of found) {
    const what = `${structure.id} ${item.key}`;
    const leftOf = (field: Field) => left.get(field) ?? '';
    const unread = isUnread(structure, item, leftOf);
    if (isAbsent(drawn)) {
      if (!unread)
        yield* absentContradictions(item, drawn, what, leftOf, (field) => image.read(field));
      continue;
    }
    if (unread) yield `${what} is drawn, and neither a cursor nor a bit that is left reaches it`;
    const name = nameField(item);
    if (name && drawn.label !== drawn.fields[0]?.value)
      yield `${what} is called ${drawn.label}, and says ${drawn.fields[0]?.value}`;
    const [cell, ...others] = drawn.fields;
    const leads = cell?.role === 'address' && others.length === 0 && cell.value.startsWith('0x');
    const says = drawn.links.length + drawn.tags.length;
    if (structure.shape === 'chains' && item !== outer && leads && says === 0)
      yield `${what} ${drawn.label} leads to ${cell.value}, and to nothing that is drawn`;
    if (structure.shape === 'chains' && item === outer)
      yield* hangingContradictions(drawn, itemsOf(after, structure.id), what);
    for (const field of drawn.fields) {
      const own = item.fields.find(
        (each) => each.address === field.address && each.name === field.name,
      );
      const hex = own ? leftOf(own) : '';
      if (!own || !meanings.allows(field, hex))
        yield `${what} ${field.name.en} is drawn as ${field.value}, and ${hex} is left of it`;
    }
  }
  for (const { cursors: drawn, id } of durableFrame(frame).structures)
    for (const cursor of drawn) {
      const hex = left.get(
        cursors.find(({ address, name }) => address === cursor.address && name === cursor.name) ??
          cursor,
      );
      if (hex !== undefined && !readings(hex).includes(String(cursor.at)))
        yield `${id}: ${cursor.name.en} is drawn at ${cursor.at}, and ${hex} is left of it`;
    }
}

const itemsOf = ({ structures }: Frame, id: string): readonly Item[] =>
  structures.find((structure) => structure.id === id)?.items ?? [];

/** The targets of the device's pointers from a header, one after the other. */
function* hangingOn(header: Item): Generator<Item> {
  const chain = [header, ...(header.items ?? [])];
  for (let index = 0; index >= 0; ) {
    const next = nextInChain(chain, index);
    index = next === undefined ? -1 : chain.findIndex(({ key }, n) => n > index && key === next);
    const there = chain[index];
    if (there) yield there;
  }
}

/** Every item that hangs on a header is drawn, and is still there after a power cut. */
function* hangingContradictions(
  header: Item,
  after: readonly Item[],
  what: string,
): Generator<string> {
  const leads = header.fields.find(({ role, value }) => role === 'pointer' && value !== '-');
  const hanging = [...hangingOn(header)];
  if (leads && hanging.length === 0)
    yield `${what} leads to ${leads.value}, and nothing hangs on it`;
  const there = after.find(({ key }) => key === header.key);
  for (const { key, label } of there ? hanging : [])
    if (!there?.items?.some((item) => item.key === key))
      yield `${label} hangs on ${what}, and not after a power cut`;
}

/** An entry that was prepared when the log was made, and that no recovery would read. */
function isUnread({ shape, cursors }: Structure, item: Item, left: (field: Field) => Hex): boolean {
  const bits = item.fields.filter(({ bit }) => bit);
  const beyond = cursors.every(({ at, durableAt = at }) => durableAt <= item.key);
  return shape === 'ring' && bits.length > 0 && beyond && bits.every((bit) => isZero(left(bit)));
}

/**
 * A place is drawn as free where nothing is left, or what another item had there; never a bit that
 * is set.
 */
function* absentContradictions(
  item: Item,
  drawn: Item,
  what: string,
  left: (field: Field) => Hex,
  newest: (field: Field) => Hex,
): Generator<string> {
  if (drawn.label !== '' || drawn.txn !== 0 || drawn.state !== 'empty')
    yield `${what} is not there, but drawn as ${drawn.label} of ${drawn.txn}`;
  const nothing = item.fields.every((field) => isZero(left(field)));
  const [first, ...rest] = item.fields;
  const node = first !== undefined && rest.length > 0 && rest.every((field) => isZero(left(field)));
  const former = [nameField(item), item.fields.find(({ role }) => role === 'subject')].some(
    (field) => field && left(field) !== newest(field),
  );
  const header = item.fields.some(({ name }) => name.en === 'transaction') && nothing;
  if (!nothing && !node && !former && !header)
    yield `${what} is drawn as a free place, but is there`;
  for (const field of item.fields)
    if (
      field.bit &&
      !isZero(left(field)) &&
      !drawn.fields.some(({ address }) => address === field.address)
    )
      yield `${what}: its ${field.name.en} is set, and not drawn`;
}

/** Records that hang in chains, by where they hang: those that are as durable as their header. */
function hanging(frame: Frame): ReadonlySet<string> {
  const chains = durableFrame(frame).structures.filter(
    (structure) => isBelow(structure) && structure.shape === 'chains',
  );
  return new Set(
    chains.flatMap(({ id, items }) =>
      items.flatMap(({ key, items: records = [] }) =>
        records
          .filter(({ state }) => state === 'durable')
          .map((record) => `${id} ${key}/${record.key}`),
      ),
    ),
  );
}

/** The number of pages at home up to which all stay in sight. */
const FEW_PAGES = 32;

/** Pages of a small database that are drawn at home with what they hold. */
const atHome = (frame: Frame): ReadonlySet<string> =>
  new Set(
    durableFrame(frame)
      .structures.filter((each) => isBelow(each) && each.shape === 'pages')
      .filter(({ capacity = 0 }) => capacity <= FEW_PAGES)
      .flatMap(({ id, items }) =>
        items.filter(({ items = [] }) => items.length > 0).map(({ key }) => `${id} ${key}`),
      ),
  );

/**
 * The items of chains below the boundary, or pages at home, that are not drawn any more as recovery
 * begins.
 */
export const vanished = (before: Frame, after: Frame): readonly string[] =>
  [hanging, atHome].flatMap((drawn) => {
    const left = drawn(after);
    return [...drawn(before)].filter((each) => !left.has(each)).map((each) => `${each} is gone`);
  });

/**
 * Every newer value is drawn above, by its name: in a line of the cache or of a disk's cache, or on
 * its way to a disk.
 */
export function* unseenValues(frame: Frame): Generator<string> {
  const newest = namedFrame(frame, english);
  const lines = [...newest.cacheLines, ...diskLines(newest)].map((line) => ({
    line,
    said: lineWords(line, newest, words),
  }));
  for (const { past, address } of frame.cacheLines)
    if (past && !frame.transfers.some((each) => isOnItsWay(each, address)))
      yield `line ${address} is stored past the cache, and not on its way`;
  for (const value of newerValues(frame)) {
    const structure = newest.structures.find(({ id }) => id === value.structure);
    const outer = structure?.items.find(({ key }) => key === value.key);
    const item =
      value.inner === undefined ? outer : outer?.items?.find(({ key }) => key === value.inner);
    const field = item?.fields[value.field];
    if (!item || !field) continue;
    const what = `${value.structure} ${value.key} ${field.name.en} ${field.value}`;
    if (value.tier === 'disk') {
      const coming = frame.transfers.some(
        ({ state, to, size }) =>
          state === 'under-way' &&
          to.structure === value.structure &&
          to.address < field.address + field.size &&
          field.address < to.address + size,
      );
      if (coming) continue;
    }
    const holding = lines.filter(({ line }) =>
      line.holds.some(
        (held) =>
          held.structure === value.structure &&
          held.key === value.key &&
          held.inner === value.inner &&
          held.fields.includes(value.field),
      ),
    );
    const isNobodys =
      structure?.shape === 'chains' &&
      item === outer &&
      item.fields.every((each) => each.name.en !== 'transaction');
    const txn = isNobodys ? words.txnName(item.txn) : '';
    if (txn !== '' && holding.some(({ said }) => said.some(({ name }) => name === txn)))
      yield `${what} is said to be ${txn}'s own, and is a change of the structure`;
    if (!holding.some(({ said }) => tells(said, item, field)))
      yield `${what} is newer, and no line of a cache says so: ${JSON.stringify(holding.map(({ said }) => said))}`;
  }
}

/** A store past the cache that reaches a line. */
const isOnItsWay = ({ kind, state, to, size }: Transfer, line: number): boolean =>
  kind === 'nt-store' &&
  state === 'under-way' &&
  to.address < line + 64 &&
  line < to.address + size;

/** A log record says what it is, whichever of its words are newer; all else says each value. */
function tells(said: readonly LineWord[], item: Item, field: Field): boolean {
  const parts = (text: string) => text.split(/[ ,→]+/);
  const value = field.value.replace('→ ', '');
  const told = said.some(
    (word) =>
      word.name === value || parts(word.value).includes(value) || word.value.includes(value),
  );
  const detail = field.role === undefined || field.role === 'pointer' || field.role === 'address';
  const isRecord = item.fields.some(({ role }) => role === 'kind') && field.bit !== true;
  const names = said.some((word) => word.name !== '' && word.value !== '');
  // An image that has not been stored yet is zero.
  const unwritten = field.role === 'image' && field.value === '0';
  // A pointer to what is not shown: the item's tag says what that means.
  const [tag] = item.tags;
  const meant = tag !== undefined && field.value.endsWith('…') && item.links.length === 0;
  const means = meant && said.some((word) => parts(word.value).includes(tag.en));
  return told || means || (names && isRecord && (detail || unwritten));
}
