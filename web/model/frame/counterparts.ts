import type { Item, Structure, Text } from '../../engine/protocol';

/** An item of a structure. */
export interface ItemName {
  readonly structure: string;
  readonly key: number;
}

/** An item at the other end of a pointer. */
export interface Counterpart {
  readonly structure: Structure;
  readonly item: Item;
  /** The pointer's name. */
  readonly name: Text;
  /** True where the pointer is in the counterpart, not in the item in question. */
  readonly pointsHere: boolean;
}

/**
 * The items of a structure that can be chosen: in chains also those that hang on another, elsewhere
 * not those inside.
 */
export const itemsOf = ({ shape, items }: Structure): readonly Item[] =>
  shape === 'chains' ? items.flatMap((item) => [item, ...(item.items ?? [])]) : items;

/** The pointers out of an item, including those of items inside it that cannot be chosen. */
const linksOf = ({ links, items = [] }: Item, { shape }: Structure): Item['links'] =>
  shape === 'chains' ? links : [...links, ...items.flatMap((inner) => inner.links)];

/** An item that can be chosen, by its name. */
export function findIn(
  structures: readonly Structure[],
  { structure, key }: ItemName,
): { readonly structure: Structure; readonly item: Item } | undefined {
  const found = structures.find(({ id }) => id === structure);
  const item = found && itemsOf(found).find((each) => each.key === key);
  return found && item ? { structure: found, item } : undefined;
}

/**
 * The items that an item's pointers lead to, and those whose pointers lead to it, in the order of
 * the structures.
 */
export function counterpartsOf(
  structures: readonly Structure[],
  of: ItemName,
): readonly Counterpart[] {
  const isIt = ({ structure, key }: ItemName) => structure === of.structure && key === of.key;
  return structures.flatMap((structure) =>
    itemsOf(structure).flatMap((item) => {
      const here = isIt({ structure: structure.id, key: item.key });
      return linksOf(item, structure).flatMap((link): Counterpart | readonly [] => {
        if (here === isIt(link)) return [];
        if (!here) return { structure, item, name: link.name, pointsHere: true };
        const there = findIn(structures, link);
        return there ? { ...there, name: link.name, pointsHere: false } : [];
      });
    }),
  );
}
