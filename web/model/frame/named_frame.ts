import type { Field, Frame, Item, Structure, Text } from '../../engine/protocol';

type Words = (text: Text) => string;

/** An item's bytes: from its first field to the end of its last one. */
interface Extent {
  readonly from: number;
  readonly to: number;
  readonly label: string;
  /** Pointers of a record, which have names of their own: `A.next`. */
  readonly links: readonly Field[];
}

/** A record's block begins in the line of its first words. */
const LINE_BYTES = 64;

function extentsOf(structures: readonly Structure[]): ReadonlyMap<string, readonly Extent[]> {
  const byTier = new Map<string, Extent[]>();
  const add = (tier: string, { key, fields, label, items = [] }: Item) => {
    // A record is named by its key. It begins where its block does, and both are items by that
    // address.
    const subject = label === '' ? fields.find(({ role }) => role === 'subject') : undefined;
    const name = subject?.value ?? label;
    if (fields.length > 0 && name !== '') {
      const least = Math.min(...fields.map(({ address }) => address));
      const begins = (subject !== undefined || label.startsWith('#')) && key < least;
      const from = begins && least - key < LINE_BYTES ? key : least;
      const to = Math.max(...fields.map(({ address, size }) => address + size));
      const list = byTier.get(tier) ?? [];
      byTier.set(tier, list);
      const links = subject ? fields.filter(({ role }) => role === 'address') : [];
      list.push({ from, to, label: name, links });
    }
    for (const inner of items) add(tier, inner);
  };
  for (const { tier, items } of structures) for (const item of items) add(tier, item);
  return byTier;
}

/**
 * The words in the names that the engine gives to items. Other names are numbers, records and names
 * from the code.
 */
const NAMES: Readonly<Record<string, Text>> = {
  head: { en: 'head', zh: '头指针' },
  tail: { en: 'tail', zh: '尾指针' },
  partition: { en: 'partition', zh: '分区' },
  root: { en: 'root', zh: '树根' },
  split: { en: 'split', zh: '分裂' },
  records: { en: 'records', zh: '记录' },
  bound: { en: 'bound', zh: '上界' },
  flushed: { en: 'flushed', zh: '已刷' },
  inode: { en: 'inode', zh: '索引节点' },
  descriptor: { en: 'descriptor', zh: '描述块' },
  commit: { en: 'commit', zh: '提交块' },
};
/** The name of an item that a structure has once, and without a number. */
const ONLY: Text = { en: 'place', zh: '位置' };

/**
 * The name of an item in the words of a language: that of the field it is named after, else
 * translated word by word.
 */
export function itemName({ label, fields }: Item, words: Words): string {
  // A number comes first where there are several logs, and before the subject of a record.
  const [, before = '', own = label] = /^(\d+[. ])?(.*)$/.exec(label) ?? [];
  const after = fields.find(({ name }) => name.en === own);
  if (after) return before + words(after.name);
  const [, word = '', behind = ''] = /^([a-z]+)((?: \d+)?)$/.exec(own) ?? [];
  const known = own === '*' ? ONLY : NAMES[word];
  return known ? before + words(known) + behind : label;
}

/**
 * An item, and the items inside it, with names; one that has its name already stays the same
 * object.
 */
function called(item: Item, words: Words): Item {
  const label = itemName(item, words);
  const inner = item.items?.map((each) => called(each, words));
  const same = inner?.every((each, index) => each === item.items?.[index]) ?? true;
  return label === item.label && same ? item : { ...item, label, ...(inner && { items: inner }) };
}

/** A structure whose items have their names in the words of a language. */
export function withNames<T extends Structure>(structure: T, words: Words): T {
  const items = structure.items.map((item) => called(item, words));
  return items.every((item, index) => item === structure.items[index])
    ? structure
    : { ...structure, items };
}

const some = (item: Item, test: (field: Field) => boolean): boolean =>
  item.fields.some(test) || (item.items?.some((inner) => some(inner, test)) ?? false);

function mapped(item: Item, change: (field: Field) => Field): Item {
  return {
    ...item,
    fields: item.fields.map(change),
    ...(item.items && { items: item.items.map((inner) => mapped(inner, change)) }),
  };
}

/**
 * The structures in the words of a language, kept: one that has not changed stays the same object.
 */
const inWords = new WeakMap<Words, WeakMap<Structure, Structure>>();

function worded(structure: Structure, words: Words): Structure {
  const kept = inWords.get(words) ?? new WeakMap<Structure, Structure>();
  inWords.set(words, kept);
  const known = kept.get(structure);
  if (known) return known;
  const hasText = structure.items.some((item) => some(item, ({ text }) => text !== undefined));
  const change = (field: Field) => (field.text ? { ...field, value: words(field.text) } : field);
  const rows = structure.items.some((item) => some(item, isDigest))
    ? { ...structure, items: structure.items.map((item) => withRows(item, words)) }
    : structure;
  const named = withNames(rows, words);
  const result = hasText
    ? { ...named, items: named.items.map((item) => mapped(item, change)) }
    : named;
  kept.set(structure, result);
  return result;
}

/** A value that is no number: the engine gives a short digest; equal bytes have equal digests. */
const DIGEST = /^(\d+ B )?#[0-9a-f]{4}$/;
const ROW: Text = { en: 'row', zh: '行' };
const OLD_ROW: Text = { en: 'old row', zh: '旧行' };
const NEW_ROW: Text = { en: 'new row', zh: '新行' };
/** The words for two images; they are short, so that a card has room for both with any record. */
const IMAGES: readonly Text[] = [{ en: 'old', zh: '旧' }, NEW_ROW];

const isDigest = ({ value, durableValue = '' }: Field): boolean =>
  DIGEST.test(value) || DIGEST.test(durableValue);

/**
 * A value that is no number is named by its role: a row, or the old and the new one of two images.
 */
function withRows(item: Item, words: Words): Item {
  const images = item.fields.filter(({ role }) => role === 'image');
  const rowOf = (field: Field): string => {
    const nth = images.length > 1 ? images.indexOf(field) : -1;
    return words(IMAGES[nth] ?? ROW);
  };
  const change = (field: Field): Field => {
    if (!isDigest(field)) return field;
    const { durableValue, ...rest } = field;
    const newer = durableValue === undefined ? rowOf(field) : words(NEW_ROW);
    return {
      ...rest,
      value: DIGEST.test(field.value) ? newer : field.value,
      ...(durableValue !== undefined && {
        durableValue: DIGEST.test(durableValue) ? words(OLD_ROW) : durableValue,
      }),
    };
  };
  return {
    ...item,
    fields: item.fields.map(change),
    ...(item.items && { items: item.items.map((inner) => withRows(inner, words)) }),
  };
}

/** A pointer, or the old or new value of a pointer, or the word that a log record is about. */
const leads = ({ role, value, durableValue = '' }: Field): boolean =>
  role !== undefined &&
  role !== 'kind' &&
  (value.startsWith('0x') || durableValue.startsWith('0x'));

const ADDRESS = /^0x[0-9a-f]+$/i;

/** An item that is named by its address is named by its place in the row. */
const numbered = (items: readonly Item[]): readonly Item[] =>
  items.some(({ label }) => ADDRESS.test(label))
    ? items.map((item, index) =>
        ADDRESS.test(item.label) ? { ...item, label: `#${index + 1}` } : item,
      )
    : items;

/**
 * The frame as it is drawn: coded values in the reader's language, and pointers with the name of
 * their target in place of its address, or dots where the target is not shown. The pane of a
 * selected item shows the frame itself, with its addresses.
 */
export function namedFrame(frame: Frame, words: Words): Frame {
  const structures = frame.structures.map((structure) => {
    const items = numbered(structure.items);
    return items === structure.items ? structure : { ...structure, items };
  });
  const extents = extentsOf(structures);
  const nameOf = ({ tier, role }: Field, value: string): string => {
    if (!value.startsWith('0x')) return value;
    const address = Number(value);
    const all = extents.get(tier);
    // The first words of a log record may not be shown: it begins where its line does.
    const isIn = ({ from }: Extent) => from > address && from < address + LINE_BYTES;
    const found =
      all?.find(({ from, to }) => from <= address && address < to) ??
      (address % LINE_BYTES === 0 ? all?.find(isIn) : undefined);
    // Two images are separated by an arrow already.
    const sign = role === 'address' ? '→ ' : '';
    const link = role === 'subject' && found?.links.find((each) => each.address === address);
    return `${sign}${found?.label ?? '…'}${link ? `.${link.name.en}` : ''}`;
  };
  const named = (field: Field): Field => {
    if (!leads(field)) return field;
    const { durableValue } = field;
    return {
      ...field,
      value: nameOf(field, field.value),
      ...(durableValue !== undefined && { durableValue: nameOf(field, durableValue) }),
    };
  };
  const inTongue = (field: Field): Field => {
    if (field.text) return { ...field, value: words(field.text) };
    return isDigest(field) ? { ...field, value: words(ROW) } : field;
  };
  return {
    ...frame,
    transfers: frame.transfers.map((transfer) =>
      transfer.brings
        ? { ...transfer, brings: transfer.brings.map((field) => named(inTongue(field))) }
        : transfer,
    ),
    structures: structures.map((structure) => {
      const own = worded(structure, words);
      const pointers = own.items.some((item) => some(item, leads));
      if (!pointers) return own;
      return { ...own, items: own.items.map((item) => mapped(item, named)) };
    }),
  };
}
