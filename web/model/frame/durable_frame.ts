import type { Field, Frame, Item, Structure, Text } from '../../engine/protocol';

/** What an item has above the boundary: in a cache still, or already on its way. */
export type Newer = 'volatile' | 'in-flight';

/** A field as the device has it; `newer`: above it is another. */
export interface DrawnField extends Field {
  readonly newer?: true;
}

/** Whether a drawn field is newer above. */
export const isNewer = (field: Field): boolean => (field as DrawnField).newer === true;

/** An item as it is drawn below the boundary: what the device has of it. */
export interface DrawnItem extends Item {
  /** Something of it is newer above; on the device it is as it is drawn here. */
  readonly newer?: Newer;
  /** The device has nothing of it: its place is drawn as free. */
  readonly absent?: true;
  /** In a chain in which something is newer: whom the device's pointer leads to. */
  readonly next?: number | undefined;
  /** The item with all that is newer. */
  readonly newest?: Item;
  readonly items?: readonly DrawnItem[];
}

const LINE_BYTES = 64;

/** Whether a structure's tier keeps its bytes: then it is drawn below the boundary. */
export const isBelow = ({ tier }: Pick<Structure, 'tier'>): boolean =>
  tier === 'nvm' || tier === 'disk';

/** How an item is drawn that has nothing newer above, and how one that has. */
export const newerOf = (item: Item): Newer | undefined => (item as DrawnItem).newer;

/** Whether nothing of it is drawn but the place. */
export const isAbsent = (item: Item): boolean => (item as DrawnItem).absent === true;

/** The item with all that is newer above. */
export const newestOf = (item: Item): Item => (item as DrawnItem).newest ?? item;

/** What is newer above, in words; neither where pointers lead to is told nor what is no number. */
export function newerText(item: Item, text: (text: Text) => string): string {
  const newest = (item as DrawnItem).newest;
  if (!newest) return '';
  const all = [newest, ...(newest.items ?? [])].flatMap((each) => {
    const subject = each.fields.find(({ role }) => role === 'subject')?.value ?? '';
    return each.fields
      .filter((field) => differs(field) && !/^0x|#/.test(field.value))
      .map(({ name, value, text: words }) =>
        [subject === value ? '' : subject, text(name), words ? text(words) : value]
          .filter((part) => part !== '')
          .join(' '),
      );
  });
  return all.join(', ');
}

/**
 * Whom a chain leads to from an item: what its order says, or where something is newer the device's
 * pointer.
 */
export function nextInChain(chain: readonly Item[], index: number): number | undefined {
  const item = chain[index];
  return item && 'next' in item ? (item as DrawnItem).next : chain[index + 1]?.key;
}

const differs = ({ durableValue }: Field): boolean => durableValue !== undefined;

const isBlank = ({ durableValue, value }: Field): boolean =>
  ['', '0', '-'].includes(durableValue ?? value);

/** Shapes whose items may be named by their first field: a number that is written into them. */
const NUMBERED: readonly Structure['shape'][] = ['list', 'tree', 'chains'];
/** Shapes whose items are places that are there whatever stands in them. */
const PLACES: readonly Structure['shape'][] = ['key-value', 'table', 'bitmap', 'states', 'places'];

interface Place {
  readonly shape: Structure['shape'];
  readonly inner: boolean;
}

const isPlace = ({ shape, inner }: Place, { label }: Item): boolean =>
  PLACES.includes(shape) ||
  (shape === 'pages' && !inner) ||
  // A bucket of a table, and the pointer to a root.
  (shape === 'chains' && !inner && label.startsWith('#')) ||
  (shape === 'tree' && !inner && !/^#?\d+$/.test(label));

/** The field that makes it this item and no other: its number, or the record that it is about. */
function identityOf({ shape, inner }: Place, { label, fields }: Item): Field | undefined {
  const [first] = fields;
  const isNumber = /(LSN|GSN|transaction)$/.test(first?.name.en ?? '');
  if (!inner && NUMBERED.includes(shape) && isNumber && first?.value === label) return first;
  return fields.find(({ role }) => role === 'subject');
}

/** The number that an object of a list bears in its own bytes. */
function numberOf({ shape, inner }: Place, { fields: [first] }: Item): Field | undefined {
  return !inner && shape === 'list' && /(LSN|GSN)$/.test(first?.name.en ?? '') ? first : undefined;
}

/** An object in whose bytes no number has been written is not named by that of its place. */
function asNumbered(item: DrawnItem, place: Place): DrawnItem {
  const number = numberOf(place, item);
  return number && isBlank(number) ? { ...item, label: number.value } : item;
}

/**
 * What an item says of itself in its own bytes: a node of a list says the number of the record that
 * it leads to.
 */
function ownFields(fields: readonly Field[]): readonly Field[] {
  const [first, ...rest] = fields;
  const lineOf = ({ address }: Field) => Math.floor(address / LINE_BYTES);
  const apart = first && rest.length > 0 && rest.every((each) => lineOf(each) !== lineOf(first));
  return apart ? rest : fields;
}

/** Whether all that stands in its place on the device is nothing, or left over from another. */
function isMissing(place: Place, item: Item): boolean {
  if (isPlace(place, item)) return false;
  if (item.fresh) return true;
  const identity = identityOf(place, item);
  if (identity && differs(identity)) return true;
  const own = ownFields(item.fields);
  return own !== item.fields && own.some(differs) && own.every(isBlank);
}

const RANK: readonly (Newer | undefined)[] = [undefined, 'in-flight', 'volatile'];
const worse = (one: Newer | undefined, other: Newer | undefined): Newer | undefined =>
  RANK.indexOf(one) < RANK.indexOf(other) ? other : one;

const newerOwn = ({ fields }: Item): Newer | undefined =>
  fields.reduce<Newer | undefined>((most, field) => {
    if (!differs(field)) return most;
    return worse(most, field.durability === 'volatile' ? 'volatile' : 'in-flight');
  }, undefined);

/** In the item or in what is inside it. */
const newerAbove = (item: Item): Newer | undefined =>
  (item.items ?? []).reduce((most, inner) => worse(most, newerAbove(inner)), newerOwn(item));

function durableField(field: Field): DrawnField {
  const { durableValue, durableText, text, ...rest } = field;
  if (durableValue === undefined)
    return field.durability === 'none' ? field : { ...field, durability: 'durable' };
  const drawn = { value: durableValue, durability: 'durable', newer: true } as const;
  return { ...rest, ...drawn, ...(durableText && { text: durableText }) };
}

/** Only what was written under another kind has words and images that mean nothing here. */
function contentOf(item: Item): readonly Field[] {
  const kind = item.fields.find(({ role }) => role === 'kind');
  const former = kind !== undefined && differs(kind);
  return item.fields
    .filter((field) => !(former && isBlank(field) && /subject|image/.test(field.role ?? '')))
    .map(durableField);
}

/** Finds the item that a pointer of these structures leads to. */
type Target = (
  address: string | undefined,
  structures: readonly string[] | undefined,
) => Link | undefined;
type Link = { readonly structure: string; readonly key: number };

function targets(structures: readonly Structure[]): Target {
  const shown = structures
    .filter(isBelow)
    .flatMap(({ id, items }) =>
      items
        .flatMap((item) => [item, ...(item.items ?? [])])
        .flatMap(({ key, label, fields }) =>
          fields.map(({ address }) => ({ structure: id, key, label, address })),
        ),
    );
  return (value, among) => {
    // A number leads to the item that is named by it.
    if (value !== undefined && /^[1-9]\d*$/.test(value))
      return shown.find(({ structure, label }) => label === value && among?.includes(structure));
    const to = value?.startsWith('0x') ? Number(value) : 0;
    const there = shown.filter(
      ({ structure, address }) =>
        among?.includes(structure) !== false &&
        to > 0 &&
        to <= address &&
        address < to + LINE_BYTES,
    );
    return there.sort((a, b) => a.address - b.address)[0];
  };
}

/** The pointers that the device has. */
function linksOf(item: Item, among: readonly string[], target: Target): Item['links'] {
  const moved = item.fields.filter(
    (field) => differs(field) && /pointer|address/.test(field.role ?? ''),
  );
  if (moved.length === 0) return item.links;
  const stay = item.links.filter(({ name }) => !moved.some((each) => each.name.en === name.en));
  const led = moved.flatMap(({ name, durableValue }) => {
    // Where nothing leads there any more, what the device leads to may be in any structure.
    const to = target(durableValue, among) ?? target(durableValue, undefined);
    return to ? [{ structure: to.structure, key: to.key, name }] : [];
  });
  return [...stay, ...led];
}

/**
 * Things of the transaction that wrote them keep its colour; a place or a record has had another's
 * before.
 */
const keepsColour = ({ shape, inner }: Place): boolean =>
  !inner && ['list', 'ring', 'tree', 'chains'].includes(shape);

interface Around {
  readonly place: Place;
  /** Structures that pointers of this one lead to. */
  readonly among: readonly string[];
  readonly target: Target;
}

function drawnItem(item: Item, around: Around): DrawnItem {
  const { place } = around;
  const inside = { ...around, place: { ...place, inner: true } };
  const inner = item.items?.map((each) => drawnItem(each, inside));
  const all = newerAbove(item);
  if (all === undefined) return unused(asNumbered(settled(item, inner), place), place);
  // What hangs on the header of a chain speaks for itself.
  const newer = place.shape === 'chains' ? newerOwn(item) : all;
  const chained = place.shape === 'chains' && inner ? withNext(item, inner, around) : undefined;
  const items = chained?.slice(1) ?? inner;
  const whole = {
    ...item,
    ...chained?.[0],
    ...(newer && { newer, newest: item }),
    ...(items && { items }),
  };
  if (isMissing(place, item)) {
    const bits = contentOf(item).filter(({ bit, value }) => bit && value !== '0');
    const number = numberOf(place, item);
    if (!number || !isBlank(number) || bits.length === 0)
      return { ...whole, ...NOTHING, fields: bits };
    // Its own bit says that it is there, though nothing else of it has come.
    const fields = [durableField(number), ...bits];
    const said = asNumbered({ ...whole, label: '', fields }, place);
    return { ...said, txn: 0, links: [], tags: [], state: 'durable' };
  }
  if (!item.fields.some(differs)) return { ...whole, state: settledState(item) };
  const fields = contentOf(item);
  const links = linksOf(item, around.among, around.target);
  const keeps = place.shape === 'key-value' || place.shape === 'pages';
  const drawn: DrawnItem = {
    ...whole,
    fields,
    state: !keeps && fields.every(isBlank) ? 'empty' : 'durable',
    txn: keepsColour(place) ? item.txn : 0,
    links,
    tags: place.inner && !isMark(fields, links) ? [] : item.tags,
  };
  return unused(drawn, place);
}

/** A numbered place of a table of one word: where that is 0, nobody is in it. */
function unused(item: DrawnItem, { shape }: Place): DrawnItem {
  const [word, more] = item.fields;
  return shape === 'table' && word && !more && isBlank(word) && Number(item.label) >= 0
    ? { ...item, fields: [{ ...word, value: '-' }], state: 'empty' }
    : item;
}

/**
 * How many of a structure's places something is in. Behind those of a table there may be a word
 * about all of them.
 */
export const takenIn = ({ shape, capacity, items }: Structure): number =>
  items.filter(({ state, key }) => state !== 'empty' && !(shape === 'table' && key === capacity))
    .length;

const NOTHING = { label: '', txn: 0, links: [], tags: [], absent: true, state: 'empty' } as const;

/** A cell that leads nowhere and is not empty: what it says instead is its tag. */
const isMark = ([cell, more]: readonly Field[], links: Item['links']): boolean =>
  cell?.role === 'address' && more === undefined && links.length === 0 && !isBlank(cell);

const settledState = ({ state }: Item): Item['state'] =>
  state === 'volatile' || state === 'in-flight' ? 'durable' : state;

/** Bytes that are written once more as they were are as durable as before. */
function settled(item: Item, inner: readonly DrawnItem[] | undefined): DrawnItem {
  const state = settledState(item);
  const same = inner?.every((each, index) => each === item.items?.[index]) ?? true;
  if (state === item.state && same) return item;
  const fields = item.fields.map(durableField);
  return { ...item, state, fields, ...(inner && { items: inner }) };
}

/**
 * A chain in which something is newer goes on as the device's pointers lead; its header is the
 * first.
 */
function withNext(
  header: Item,
  inner: readonly DrawnItem[],
  { target, among }: Around,
): readonly DrawnItem[] {
  const chain = [header, ...(header.items ?? [])];
  const pointersOf = ({ fields }: Item) =>
    fields.filter(({ role }) => role === 'pointer' || role === 'address');
  const leadsOn = (index: number) => {
    const [item, after] = [chain[index], chain[index + 1]];
    return (item ? pointersOf(item) : []).find(
      ({ value }) => after && target(value, among)?.key === after.key,
    );
  };
  // What a chain lists last may have left it, and what leads back to it is not its way on.
  const way = header.items?.flatMap((_, index) => leadsOn(index + 1)?.name.en ?? [])[0];
  return chain.map((item, index) => {
    const drawn = index === 0 ? header : (inner[index - 1] as DrawnItem);
    const after = chain[index + 1];
    const pointers = pointersOf(item);
    const leads =
      (index === 0 ? leadsOn(0) : pointers.find(({ name }) => name.en === way)) ?? pointers[0];
    const next = leads ? target(leads.durableValue ?? leads.value, among)?.key : after?.key;
    return { ...drawn, next };
  });
}

const linked = ({ id, items }: Structure): readonly string[] => [
  ...new Set([
    id,
    ...items.flatMap((item) =>
      [item, ...(item.items ?? [])].flatMap(({ links }) => links.map(({ structure }) => structure)),
    ),
  ]),
];

/** A position that is stored on the device; `newer`: what it is above. */
export type DrawnCursor = Structure['cursors'][number] & { readonly newer?: true };

function drawnCursor(cursor: Structure['cursors'][number]): DrawnCursor {
  const { at, durableAt = at } = cursor;
  return durableAt === at
    ? cursor
    : { ...durableField(cursor), at: durableAt, durableAt, newer: true };
}

/**
 * An entry that the device's cursors do not reach: it was prepared when the log was made, and says
 * nothing until a cursor or a bit of its own does.
 */
function isBeyond({ shape, cursors }: Structure, { key, fields }: Item): boolean {
  const ends = cursors.filter(({ durableAt, at }) => durableAt !== undefined && durableAt !== at);
  const bits = fields.filter(({ bit }) => bit);
  if (shape !== 'ring' || ends.length === 0 || bits.length === 0) return false;
  return bits.every(isBlank) && ends.every(({ durableAt = 0 }) => key >= durableAt);
}

function freePlace(item: Item): DrawnItem {
  const newer = newerAbove(item);
  return { ...item, ...NOTHING, fields: [], newest: item, ...(newer && { newer }) };
}

/** What is read from a device, or copied on from there, stays on it: nothing of it is at risk. */
const staying = (item: Item): Item => (item.leaving ? { ...item, leaving: false } : item);

function drawnStructure(structure: Structure, target: Target): Structure {
  const among = linked(structure);
  const around = { place: { shape: structure.shape, inner: false }, among, target };
  const items = structure.items.map((item) =>
    isBeyond(structure, item) ? freePlace(item) : drawnItem(staying(item), around),
  );
  const cursors = structure.cursors.map(drawnCursor);
  const same =
    items.every((item, index) => item === structure.items[index]) &&
    cursors.every((cursor, index) => cursor === structure.cursors[index]);
  return same ? structure : { ...structure, items, cursors };
}

/**
 * The frame as it is drawn below the boundary: each item with the bytes that the device has, which
 * a power cut now leaves if nothing more arrives. What is newer is drawn where it is: in a line of
 * the cache, or on its way.
 */
export function durableFrame(frame: Frame): Frame {
  const target = targets(frame.structures);
  const structures = frame.structures.map((structure) =>
    isBelow(structure) ? drawnStructure(structure, target) : structure,
  );
  return { ...frame, structures };
}
