import type { Frame, Item, Structure } from '../../engine/protocol';

/**
 * The values that a client would read here, from the records that the engine shows: items within a
 * page, or in a chain of a bucket, which name their record in the first field and hold its value in
 * the second. A page in DRAM is newer than the same page on its device. Records that are not found
 * are absent (null).
 */
export function valuesShown(frame: Frame, records: readonly string[]): Map<string, number | null> {
  const of = (wanted: Structure['shape']) =>
    frame.structures.filter(({ shape }) => shape === wanted);
  const pages = new Map<number, Item>();
  for (const structure of of('pages').sort(byDevice)) {
    for (const page of structure.items) pages.set(page.key, page);
  }
  const holders = [...pages.values(), ...of('chains').flatMap(({ items }) => items)];
  const values = new Map<string, number | null>(records.map((name) => [name, null]));
  for (const item of holders.flatMap((holder) => holder.items ?? [])) {
    const [name, value] = item.fields;
    const present = item.state !== 'empty' && name && value && values.has(name.value);
    if (present) values.set(name.value, Number(value.value));
  }
  return values;
}

function byDevice(a: Structure, b: Structure): number {
  return Number(a.tier === 'dram') - Number(b.tier === 'dram');
}
