import type { Field, Frame, Item, Structure, Text } from '../../engine/protocol';

/**
 * The state of an item's newer value above the boundary: still in a cache, or already on its way.
 */
export type Newer = 'volatile' | 'in-flight';

/** A field as the device has it; `newer` is set where a newer value exists above it. */
export interface DrawnField extends Field {
  readonly newer?: true;
}

/** True if a drawn field has a newer value above. */
export const isNewer = (field: Field): boolean => (field as DrawnField).newer === true;

/** An item as it is drawn below the boundary: the device's content of it. */
export interface DrawnItem extends Item {
  /** Set where a part of it has a newer value above; it is drawn here as it is on the device. */
  readonly newer?: Newer;
  /** True where the device has nothing of it: its place is drawn as free. */
  readonly absent?: true;
  /** The target of the device's pointer, in a chain in which something is newer. */
  readonly next?: number | undefined;
  /** The item with all newer values. */
  readonly newest?: Item;
  readonly items?: readonly DrawnItem[];
}

const LINE_BYTES = 64;

/** True if a structure's tier keeps its bytes: it is then drawn below the boundary. */
export const isBelow = ({ tier }: Pick<Structure, 'tier'>): boolean =>
  tier === 'nvm' || tier === 'disk';

/** The look of an item: with or without a newer value above. */
export const newerOf = (item: Item): Newer | undefined => (item as DrawnItem).newer;

/** True if only the place of an item is drawn. */
export const isAbsent = (item: Item): boolean => (item as DrawnItem).absent === true;

/** The item with all newer values from above. */
export const newestOf = (item: Item): Item => (item as DrawnItem).newest ?? item;

/**
 * The newer values above in words, without the targets of pointers and values that are no numbers.
 */
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

/** The next item of a chain: by its order, or by the device's pointer where something is newer. */
export function nextInChain(chain: readonly Item[], index: number): number | undefined {
  const item = chain[index];
  return item && 'next' in item ? (item as DrawnItem).next : chain[index + 1]?.key;
}

const differs = ({ durableValue }: Field): boolean => durableValue !== undefined;

const isBlank = ({ durableValue, value }: Field): boolean =>
  ['', '0', '-'].includes(durableValue ?? value);

/** The shapes whose items may be named by their first field: a number that is written into them. */
const NUMBERED: readonly Structure['shape'][] = ['list', 'tree', 'chains'];
/** The shapes whose items are fixed places, whatever their content. */
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

/** The field that identifies an item: its number, or the record that it is about. */
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

/** An object whose bytes have no number yet is not named by its place's number. */
function asNumbered(item: DrawnItem, place: Place): DrawnItem {
  const number = numberOf(place, item);
  return number && isBlank(number) ? { ...item, label: number.value } : item;
}

/**
 * The fields by which an item describes itself in its own bytes: a node of a list gives the number
 * of the record that it leads to.
 */
function ownFields(fields: readonly Field[]): readonly Field[] {
  const [first, ...rest] = fields;
  const lineOf = ({ address }: Field) => Math.floor(address / LINE_BYTES);
  const apart = first && rest.length > 0 && rest.every((each) => lineOf(each) !== lineOf(first));
  return apart ? rest : fields;
}

/** True if the content of its place on the device is empty, or left over from another item. */
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

/** The newer value in the item or in what is inside it. */
const newerAbove = (item: Item): Newer | undefined =>
  (item.items ?? []).reduce((most, inner) => worse(most, newerAbove(inner)), newerOwn(item));

function durableField(field: Field): DrawnField {
  const { durableValue, durableText, text, ...rest } = field;
  if (durableValue === undefined)
    return field.durability === 'none' ? field : { ...field, durability: 'durable' };
  const drawn = { value: durableValue, durability: 'durable', newer: true } as const;
  return { ...rest, ...drawn, ...(durableText && { text: durableText }) };
}

/**
 * Leaves out words and images only if they were written under another kind, and so mean nothing
 * here.
 */
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
    // An old pointer of the device may lead into any structure, once no pointer leads there any
    // more.
    const to = target(durableValue, among) ?? target(durableValue, undefined);
    return to ? [{ structure: to.structure, key: to.key, name }] : [];
  });
  return [...stay, ...led];
}

/**
 * Things of the transaction that wrote them keep its colour; a place or a record may have had
 * another's before.
 */
const keepsColour = ({ shape, inner }: Place): boolean =>
  !inner && ['list', 'ring', 'tree', 'chains'].includes(shape);

interface Around {
  readonly place: Place;
  /** The structures to which the pointers of this one lead. */
  readonly among: readonly string[];
  readonly target: Target;
}

function drawnItem(item: Item, around: Around): DrawnItem {
  const { place } = around;
  const inside = { ...around, place: { ...place, inner: true } };
  const inner = item.items?.map((each) => drawnItem(each, inside));
  const all = newerAbove(item);
  if (all === undefined) return unused(asNumbered(settled(item, inner), place), place);
  // The items that hang on the header of a chain are drawn by themselves.
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
    // The item's own bit says that it exists, though the rest of it has not arrived.
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

/** A place of a table with one word is free where the word is 0. */
function unused(item: DrawnItem, { shape }: Place): DrawnItem {
  const [word, more] = item.fields;
  return shape === 'table' && word && !more && isBlank(word) && Number(item.label) >= 0
    ? { ...item, fields: [{ ...word, value: '-' }], state: 'empty' }
    : item;
}

/**
 * The number of a structure's places that are taken. Behind those of a table there may be a word
 * about all of them.
 */
export const takenIn = ({ shape, capacity, items }: Structure): number =>
  items.filter(({ state, key }) => state !== 'empty' && !(shape === 'table' && key === capacity))
    .length;

const NOTHING = { label: '', txn: 0, links: [], tags: [], absent: true, state: 'empty' } as const;

/** A cell that leads nowhere and is not empty: its tag describes its content. */
const isMark = ([cell, more]: readonly Field[], links: Item['links']): boolean =>
  cell?.role === 'address' && more === undefined && links.length === 0 && !isBlank(cell);

const settledState = ({ state }: Item): Item['state'] =>
  state === 'volatile' || state === 'in-flight' ? 'durable' : state;

/** Bytes that are written again unchanged are as durable as before. */
function settled(item: Item, inner: readonly DrawnItem[] | undefined): DrawnItem {
  const state = settledState(item);
  const same = inner?.every((each, index) => each === item.items?.[index]) ?? true;
  if (state === item.state && same) return item;
  const fields = item.fields.map(durableField);
  return { ...item, state, fields, ...(inner && { items: inner }) };
}

/** A chain in which something is newer goes on along the device's pointers, from its header. */
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
  // The last item of a chain may have left it, and a pointer that leads back to it does not lead
  // on.
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

/** A position that is stored on the device; `newer` is set where a newer value exists above. */
export type DrawnCursor = Structure['cursors'][number] & { readonly newer?: true };

function drawnCursor(cursor: Structure['cursors'][number]): DrawnCursor {
  const { at, durableAt = at } = cursor;
  return durableAt === at
    ? cursor
    : { ...durableField(cursor), at: durableAt, durableAt, newer: true };
}

/**
 * An entry beyond the device's cursors: it was prepared when the log was made, and has no meaning
 * until a cursor or a bit of its own reaches it.
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

/** An item that is read from a device, or copied on from there, stays on it: it is not at risk. */
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
 * The frame as it is drawn below the boundary: each item with the bytes of the device, which a
 * power cut at this point leaves if nothing more arrives. Newer values are drawn where they are: in
 * a line of the cache, or on their way.
 */
export function durableFrame(frame: Frame): Frame {
  const target = targets(frame.structures);
  const structures = frame.structures.map((structure) =>
    isBelow(structure) ? drawnStructure(structure, target) : structure,
  );
  return { ...frame, structures };
}
