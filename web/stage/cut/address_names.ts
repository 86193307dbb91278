import type { PhaseTrace, SchemeDescription } from '../../engine/protocol';
import { labelsOf } from '../../model/frame/item_labels';

type Structures = SchemeDescription['structures'];
type Items = NonNullable<PhaseTrace['extents']>[number]['items'];

const ADDRESS = /^0x[0-9a-f]+$/i;
/** The structures that a program declares, whose slots are named by their numbers alone. */
const OWN = /^program-/;

/** The name of a slot or word in the program's statements; undefined where they have none. */
export function statementName(
  structure: { readonly id: string; readonly title: { readonly en: string } } | undefined,
  label: string,
): string | undefined {
  if (structure && OWN.test(structure.id) && /^\d+$/.test(label))
    return `${structure.title.en}[${label}]`;
  return /^[A-Za-z_]\w*(?:\[\d+\])?$/.test(label) ? label : undefined;
}

/**
 * The items that are found by their addresses in the NVM, with the names that a program has for
 * them.
 */
function namesOf(
  parts: readonly PhaseTrace[],
  structures: Structures,
): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  const add = (id: string, items: Items) => {
    const structure = structures.find((each) => each.id === id);
    for (const { key, label, items: inner } of items) {
      const name = statementName(structure, label);
      if (name !== undefined && !names.has(key)) names.set(key, name);
      add(id, inner ?? []);
    }
  };
  for (const { extents = [] } of parts)
    for (const { id, tier, items } of extents) if (tier === 'nvm') add(id, items);
  return names;
}

const kept = new WeakMap<readonly PhaseTrace[], ReadonlyMap<number, string>>();

/**
 * The name of the target of an address that a program stores: a record of the database, or a slot
 * or a block of the program. Undefined where the value is no address, or its target is unknown.
 */
export function nameAt(
  parts: readonly PhaseTrace[],
  structures: Structures,
  value: string,
): string | undefined {
  if (!ADDRESS.test(value)) return undefined;
  const names = kept.get(parts) ?? namesOf(parts, structures);
  kept.set(parts, names);
  const address = Number(value);
  const name = labelsOf(parts).recordAt(address) ?? names.get(address);
  return name === undefined ? undefined : `→ ${name}`;
}
