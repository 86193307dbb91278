import type { Field, Item, Text } from '../../engine/protocol';

/** A field and its owner: an item, or one inside of it. */
interface Owned {
  readonly whose: Item;
  readonly field: Field;
}

const isSame = (one: Field, other: Field): boolean =>
  one.tier === other.tier &&
  one.address === other.address &&
  one.size === other.size &&
  one.name.en === other.name.en;

const ownedBy = (item: Item): readonly Owned[] => [
  ...item.fields.map((field) => ({ whose: item, field })),
  ...(item.items ?? []).flatMap(ownedBy),
];

/** The fields of an item and of those inside of it. */
export const allFields = (item: Item): readonly Field[] => ownedBy(item).map(({ field }) => field);

/** The fields brought by a transfer that belong to this item, or to those inside of it. */
export function broughtTo(item: Item, brings: readonly Field[]): readonly Owned[] {
  return ownedBy(item).flatMap(({ whose, field }) => {
    const brought = brings.find((each) => isSame(each, field));
    return brought ? [{ whose, field: brought }] : [];
  });
}

/**
 * The item with the values that arrive in place of those that the frame shows, which may be newer
 * by now.
 */
export function withBrought(item: Item, brings: readonly Field[]): Item {
  return {
    ...item,
    fields: item.fields.map((field) => brings.find((each) => isSame(each, field)) ?? field),
    ...(item.items && { items: item.items.map((inner) => withBrought(inner, brings)) }),
  };
}

/** The end of the name of a target that is not shown. */
const NOWHERE = '…';
/** The most fields that fit into a line of words. */
const MOST_IN_WORDS = 2;

/**
 * True if an item travels as it is drawn, since all that is drawn of it arrives; otherwise words
 * describe what arrives.
 */
export function travelsWhole(item: Item, brings: readonly Field[]): boolean {
  const owned = ownedBy(item);
  const brought = broughtTo(item, brings).length;
  return brought > MOST_IN_WORDS || brought === owned.length;
}

/** The name of an item: by its record, else its own, with that of the field that it repeats. */
export function nameOf(item: Item, text: (text: Text) => string): string {
  const { label } = item;
  const naming = namingOf(item);
  if (label === '') return naming?.value ?? '';
  return naming ? `${text(naming.name)} ${label}` : label;
}

/** The field that is the item's name, if there is one: another may have the same value. */
const namingOf = ({ label, fields }: Item): Field | undefined =>
  fields.find(({ role, value }) => (label === '' ? role === 'subject' : value === label));

/**
 * A field in words: `50`, `state committed`, `.next → C`; nothing for a field that only repeats the
 * name.
 */
function saidOf({ whose, field }: Owned, name: string, text: (text: Text) => string): string {
  const naming = namingOf(whose);
  if (naming ? isSame(naming, field) : name === field.value) return '';
  const own = text(field.name);
  // The field leads to nothing that is shown: its item says what that means.
  const [tag] = whose.tags;
  if (tag && field.value.endsWith(NOWHERE)) return ` ${text(tag)}`;
  const value = field.text ? text(field.text) : field.value;
  if (field.role === 'image' || own === name || whose.fields.length === 1) return ` ${value}`;
  if (field.role === 'address' || field.role === 'pointer')
    return `${whose.label === '' ? '.' : ' '}${own} ${value}`;
  // A record and its value need no more words.
  const isValue = whose.label === '' && field.role === undefined;
  return isValue ? ` ${value}` : ` ${own} ${value}`;
}

/** The names of the items that arrive, without values. */
export function ghostName(
  item: Item,
  brings: readonly Field[],
  text: (text: Text) => string,
): string {
  const whose = [...new Set(broughtTo(item, brings).map((each) => each.whose))];
  return (whose.length > 0 ? whose : [item]).map((owner) => nameOf(owner, text)).join(' · ');
}

/**
 * The value of the only field that arrives: `committed`, `70`; a pointer's means nothing by itself.
 */
export function valueAlone(
  brings: readonly Field[],
  text: (text: Text) => string,
): string | undefined {
  const [only, ...others] = brings;
  if (!only || others.length > 0 || /pointer|address/.test(only.role ?? '')) return undefined;
  return only.text ? text(only.text) : only.value;
}

/**
 * The arriving part of an item, in words: `A 50`, `A.next → C`, `head 3`; a part of an item inside
 * of it has the name of that one.
 */
export function ghostWords(
  item: Item,
  brings: readonly Field[],
  text: (text: Text) => string,
): string {
  const brought = broughtTo(item, brings);
  const whose = [...new Set(brought.map((each) => each.whose))];
  const said = whose.map((owner) => {
    const name = nameOf(owner, text);
    const own = brought.filter((each) => each.whose === owner);
    return `${name}${own.map((each) => saidOf(each, name, text)).join('')}`.trim();
  });
  return said.join(' · ');
}
