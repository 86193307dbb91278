import type { Frame, Item, Structure } from '../engine/protocol';

/**
 * What a client would read here, out of the pages that the engine shows: an item of a page names
 * its record in its first field and holds the value in its second. A page in DRAM is newer than
 * the same page on its device. Records that no page holds are absent (null).
 */
export function valuesInPages(
  frame: Frame,
  records: readonly string[],
): Map<string, number | null> {
  const pages = new Map<number, Item>();
  const structures = frame.structures.filter(({ shape }) => shape === 'pages');
  for (const structure of structures.sort(byDevice)) {
    for (const page of structure.items) pages.set(page.key, page);
  }
  const values = new Map<string, number | null>(records.map((name) => [name, null]));
  for (const item of [...pages.values()].flatMap((page) => page.items ?? [])) {
    const [name, value] = item.fields;
    const present = item.state !== 'empty' && name && value && values.has(name.value);
    if (present) values.set(name.value, Number(value.value));
  }
  return values;
}

function byDevice(a: Structure, b: Structure): number {
  return Number(a.tier === 'dram') - Number(b.tier === 'dram');
}
