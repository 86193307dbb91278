import type { Item, PhaseTrace, StructureExtent, Text } from '../../engine/protocol';
import { itemName } from './named_frame';

/** The name of an item in sentences. */
export interface ItemLabel {
  /**
   * The kind of the name: a record of the database by its name, a log record by its LSN, a cell by
   * its number in its bucket, an item by a name or a number of its own, or an item without a useful
   * name.
   */
  readonly kind: 'record' | 'lsn' | 'cell' | 'name' | 'number' | 'none';
  readonly label: Text;
  /** The number of the bucket that a cell belongs to. */
  readonly within?: string;
}

/** The names of the items that a run's structures show. */
export interface ItemLabels {
  readonly find: (structure: string, key: number) => ItemLabel;
  /** The record whose block in the NVM holds this address. */
  readonly recordAt: (address: number) => string | undefined;
}

/** A record's block begins in the line of its first words. */
const LINE_BYTES = 64;
const NAMELESS: ItemLabel = { kind: 'none', label: { en: '', zh: '' } };
const ADDRESS = /^0x[0-9a-f]+$/i;

const subjectOf = ({ label, fields }: Item): string | undefined =>
  label === '' ? fields.find(({ role }) => role === 'subject')?.value : undefined;

const same = (label: string): Text => ({ en: label, zh: label });

function labelOf(
  item: Item,
  parent: Item | undefined,
  records: ReadonlyMap<number, string>,
): ItemLabel {
  const { label, key, fields } = item;
  const record = subjectOf(item) ?? (ADDRESS.test(label) ? records.get(key) : undefined);
  if (record !== undefined) return { kind: 'record', label: same(record) };
  if (label === '' || ADDRESS.test(label)) return NAMELESS;
  if (!/^#?\d+$/.test(label)) {
    const name = { en: itemName(item, ({ en }) => en), zh: itemName(item, ({ zh }) => zh) };
    return { kind: 'name', label: name };
  }
  const number = label.replace('#', '');
  // A log record has its LSN as its name; a cell is known by its address and named by its place.
  if (fields[0]?.name.en === 'LSN') return { kind: 'lsn', label: same(number) };
  if (parent && String(key) !== number)
    return { kind: 'cell', label: same(number), within: parent.label.replace('#', '') };
  return { kind: 'number', label: same(number) };
}

function recordsIn(extents: readonly StructureExtent[]): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  const add = (item: Item) => {
    const record = subjectOf(item);
    if (record !== undefined) found.set(item.key, record);
    item.items?.forEach(add);
  };
  for (const { tier, items } of extents) if (tier === 'nvm') items.forEach(add);
  return found;
}

function labelsOfExtents(extents: readonly StructureExtent[]): ItemLabels {
  const records = recordsIn(extents);
  const labels = new Map<string, ItemLabel>();
  // Items that do not exist have an LSN, too, where items are named by LSNs: recovery looks for the
  // next record of a log.
  const byLsn = new Set<string>();
  const add = (structure: string, item: Item, parent?: Item) => {
    const name = `${structure}/${item.key}`;
    const label = labels.get(name) ?? labelOf(item, parent, records);
    labels.set(name, label);
    if (label.kind === 'lsn') byLsn.add(structure);
    for (const inner of item.items ?? []) add(structure, inner, item);
  };
  for (const { id, items, shape } of extents) {
    // A place on a page has a number that another page may have, too.
    const isPages = shape === 'pages';
    for (const item of items) add(id, isPages ? { ...item, items: [] } : item);
  }
  const blocks = [...records.keys()].sort((one, other) => one - other);
  return {
    find: (structure, key) =>
      labels.get(`${structure}/${key}`) ??
      (byLsn.has(structure) ? { kind: 'lsn', label: same(String(key)) } : NAMELESS),
    recordAt: (address) => {
      const block = blocks.findLast((each) => each <= address && address - each < LINE_BYTES);
      return block === undefined ? undefined : records.get(block);
    },
  };
}

const kept = new WeakMap<readonly PhaseTrace[], ItemLabels>();

/** The names of the items that the structures of these phases show. */
export function labelsOf(parts: readonly PhaseTrace[]): ItemLabels {
  const known = kept.get(parts);
  if (known) return known;
  const made = labelsOfExtents(parts.flatMap(({ extents }) => extents ?? []));
  kept.set(parts, made);
  return made;
}
