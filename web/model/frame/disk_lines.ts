import type { CacheLine, Field, Frame, HeldItem, Item } from '../../engine/protocol';

/** True if a disk's volatile cache holds the field, and the medium another value. */
const isCached = ({ tier, durability, durableValue }: Field): boolean =>
  tier === 'disk' &&
  durability !== 'none' &&
  durability !== 'durable' &&
  durableValue !== undefined;

const cachedIn = (item: Item): readonly number[] =>
  item.fields.flatMap((field, index) => (isCached(field) ? [index] : []));

/** The cached parts of an item, the records inside of it first. */
function heldOf(structure: string, item: Item): readonly HeldItem[] {
  const { key, items = [] } = item;
  const inside = items.map((inner) => ({
    structure,
    key,
    inner: inner.key,
    fields: cachedIn(inner),
  }));
  return [...inside, { structure, key, fields: cachedIn(item) }].filter(
    ({ fields }) => fields.length > 0,
  );
}

/**
 * The content of a disk's volatile cache that the medium lacks: a line for each item of a disk with
 * newer bytes there, in the form of the CPU cache's lines. An item that is still on its way to the
 * disk is in no cache.
 */
export function diskLines({ structures, transfers }: Frame): readonly CacheLine[] {
  const isMoving = (kinds: readonly string[], structure: string, key: number) =>
    transfers.some(
      ({ state, kind, to }) =>
        state === 'under-way' &&
        kinds.includes(kind) &&
        to.structure === structure &&
        to.keys.includes(key),
    );
  return structures
    .filter(({ tier }) => tier === 'disk')
    .flatMap(({ id, items }) =>
      items.flatMap((item): readonly CacheLine[] => {
        const holds = heldOf(id, item);
        const comes = isMoving(['page-write', 'log-write', 'destage'], id, item.key);
        if (holds.length === 0 || comes) return [];
        const address = item.fields[0]?.address ?? item.items?.[0]?.fields[0]?.address ?? 0;
        const state = isMoving(['drain'], id, item.key) ? 'in-flight' : 'volatile';
        return [{ address, txn: item.txn, state, holds, pendingStores: 0 }];
      }),
    );
}
