import type {
  CacheLine,
  Field,
  Frame,
  HeldItem,
  Item,
  Structure,
  Text,
} from '../../engine/protocol';
import { isBelow } from './durable_frame';

/**
 * The part of a cache line that belongs to one thing: the name of that thing, and its newer value.
 */
export interface LineWord {
  /** The name of a record, a word, a cell, or of the transaction that a log record belongs to. */
  readonly name: string;
  /** The structure, where the name is a number that means nothing without it. */
  readonly of?: string;
  /** A shorter name; together with that of the field that repeats it, `page 2`; a word of it. */
  readonly called?: string;
  /** The value; '' where no field shows these bytes. */
  readonly value: string;
}

interface Words {
  readonly text: (text: Text) => string;
  readonly txnName: (txn: number) => string;
}

interface Found {
  readonly structure: Structure;
  readonly outer: Item;
  readonly item: Item;
}

const LINE_BYTES = 64;

/** A key that is an address, or made from one, is no name. */
const isNumber = (key: number, line: number): boolean =>
  key < 1 << 20 && (Math.abs(key - line) > 8192 || key % 8 !== 0 || key < 64);

function find({ structures }: Pick<Frame, 'structures'>, held: HeldItem): Found | undefined {
  const structure = structures.find(({ id }) => id === held.structure);
  const outer = structure?.items.find(({ key }) => key === held.key);
  const item =
    held.inner === undefined ? outer : outer?.items?.find(({ key }) => key === held.inner);
  return structure && outer && item && { structure, outer, item };
}

const hasRole = (role: Field['role']) => (field: Field) => field.role === role;

/**
 * A log record in words, `update A 100→70`, whichever of its words are newer; a record in two lines
 * has in each the words of that line, and its name.
 */
function saidBy({ fields }: Item, { address }: CacheLine): string {
  const isHere = (field: Field) => address <= field.address && field.address < address + LINE_BYTES;
  const apart = fields.some(isHere);
  const said = fields.filter((field) => !apart || isHere(field) || field.role === 'subject');
  const images = said.filter(hasRole('image')).map(({ value }) => value);
  return [
    said.find(hasRole('kind'))?.value,
    said.find(hasRole('subject'))?.value,
    // Nothing is shown for images that are not written yet.
    images.every((value) => value === '0') ? '' : images.join('→'),
  ]
    .filter((part) => part)
    .join(' ');
}

/** A field that is its item's only one, or that has the item's name, is not named again. */
function named(field: Field, item: Item, { text }: Words): string {
  // The field leads to nothing that is shown: its item says what that means.
  const [tag] = item.tags;
  if (tag && field.value.endsWith('…')) return text(tag);
  const name = text(field.name);
  const alone = item.fields.length === 1 || name === item.label;
  return alone ? field.value : `${name} ${field.value}`;
}

const isPlain = ({ role, value }: Field): boolean => role === undefined && /^\d+$/.test(value);
const ofRecord = ({ fields }: Item): boolean => fields.some(hasRole('kind'));

const allFields = ({ fields, items = [] }: Item): readonly Field[] => [
  ...fields,
  ...items.flatMap(allFields),
];

/**
 * The remark of a table's row about bytes that stand apart from its own, in a line of the cache:
 * its last tag, such as `bit being cleared`.
 */
export function toldApart(
  { shape }: Structure,
  item: Item,
  { address }: Pick<CacheLine, 'address'>,
): Text | undefined {
  const own = allFields(item).map((field) => field.address);
  const [first, last] = [Math.min(...own), Math.max(...own)];
  const apart = own.length > 0 && (address + LINE_BYTES <= first || last < address);
  const said = item.tags.length - 1;
  const isSaid = shape === 'table' && apart && item.judged?.includes(said) !== true;
  return isSaid ? item.tags[said] : undefined;
}

function wordOf(
  { structure, outer, item }: Found,
  held: HeldItem,
  line: CacheLine,
  words: Words,
): LineWord {
  const title = words.text(structure.title);
  const told = held.fields.length === 0 ? toldApart(structure, item, line) : undefined;
  if (told) return { name: item.label, of: title, value: words.text(told) };
  const fields = held.fields.flatMap((index) => item.fields[index] ?? []);
  const subject = item.fields.find(hasRole('subject'));
  // A log record belongs to its transaction, and gives its kind.
  const content = item.fresh || fields.some(({ role }) => /kind|subject|image/.test(role ?? ''));
  if (ofRecord(item) && content) {
    const txn = words.txnName(item.txn);
    const bits = fields.filter(({ bit, durableValue }) => bit && durableValue !== undefined);
    const said = [saidBy(item, line), ...bits.map((bit) => named(bit, item, words))].join(', ');
    const [change] = item.tags;
    // A header without a number is a change of the structure, and belongs to no transaction.
    const isNobodys = item === outer && structure.shape === 'chains' && !item.fields.some(isPlain);
    if (isNobodys && change) {
      const name = words.text(change);
      // The phase alone would be read as that of the transaction whose colour it has.
      return { name, of: title, called: name.split(' ').at(-1) ?? name, value: said };
    }
    return { name: txn === '' ? item.label : txn, of: title, value: said };
  }
  const label = item.label === '' ? (subject?.value ?? outer.label) : item.label;
  const values = fields.filter((field) => field !== subject || item.label !== '');
  // The name stands for the record's value.
  const value = values
    .map((field) =>
      label === subject?.value && field.role === undefined
        ? field.value
        : named(field, item, words),
    )
    .join(', ');
  const repeated = item.fields.find((field) => field.value === label);
  const called = repeated && `${words.text(repeated.name)} ${label}`;
  const numbered = /^#?\d+$/.test(label) && { of: title, ...(called && { called }) };
  return { name: label, ...numbered, value };
}

/** Cells of one bucket: `0 → 1 2 3`. */
function together(list: readonly (LineWord & { readonly group: string })[]): LineWord[] {
  const groups = new Map<string, LineWord>();
  for (const { group, ...word } of list) {
    const known = groups.get(group);
    groups.set(group, known ? { ...known, value: `${known.value} ${word.value}` } : word);
  }
  return [...groups.values()];
}

/**
 * The newer content of a line, by name and newest value; of structures that show the same bytes
 * only the first is named. `frame` has the newest values, in the reader's words.
 */
export function lineWords(
  line: CacheLine,
  frame: Pick<Frame, 'structures'>,
  words: Words,
): LineWord[] {
  const told = new Set<number>();
  const list = line.holds.flatMap((held, index) => {
    const found = find(frame, held);
    if (!found) {
      const structure = frame.structures.find(({ id }) => id === held.structure);
      const title = structure ? words.text(structure.title) : '';
      const name = isNumber(held.key, line.address) ? String(held.key) : '';
      return [{ group: `${index}`, name, of: title, value: '' }];
    }
    const fresh = held.fields.filter((each) => {
      const address = found.item.fields[each]?.address ?? 0;
      return !told.has(address);
    });
    for (const each of fresh) told.add(found.item.fields[each]?.address ?? 0);
    if (fresh.length === 0 && held.fields.length > 0) return [];
    const own = { ...held, fields: fresh };
    const cell = held.inner !== undefined && /^\d+$/.test(found.item.label);
    if (!cell) return [{ group: `${index}`, ...wordOf(found, own, line, words) }];
    const { value } = wordOf(found, own, line, words);
    const of = words.text(found.structure.title);
    return [{ group: `${held.structure}/${held.key}`, name: found.outer.label, of, value }];
  });
  return together(list);
}

/**
 * A field below the boundary that is newer above, with true where an item drawn there has its name
 * and newest value.
 */
export interface NewerValue {
  readonly structure: string;
  readonly key: number;
  readonly inner?: number;
  readonly field: number;
  readonly tier: Field['tier'];
}

/** All values that are newer above than on their device, in a frame as the engine gives it. */
export function newerValues({ structures }: Pick<Frame, 'structures'>): readonly NewerValue[] {
  return structures.filter(isBelow).flatMap(({ id, items }) =>
    items.flatMap((outer) =>
      [outer, ...(outer.items ?? [])].flatMap((item) =>
        item.fields.flatMap(({ durableValue, tier }, field): NewerValue[] =>
          durableValue === undefined
            ? []
            : [
                {
                  structure: id,
                  key: outer.key,
                  ...(item !== outer && { inner: item.key }),
                  field,
                  tier,
                },
              ],
        ),
      ),
    ),
  );
}
