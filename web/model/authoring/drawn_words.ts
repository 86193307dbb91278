import type { Frame, Item, Text } from '../../engine/protocol';
import { heldFrame } from '../frame/held_frame';
import { namedFrame } from '../frame/named_frame';
import type { Language } from './lecture_rule';

/** A text that the stage draws, and its place. */
export interface DrawnWords {
  readonly where: string;
  readonly text: string;
  /** Tags are remarks; titles, names and values describe the bytes themselves. */
  readonly kind: 'title' | 'name' | 'value' | 'tag';
}

function* ofItem(item: Item, where: string, words: (text: Text) => string): Generator<DrawnWords> {
  const here = `${where} ${item.label || item.key}`;
  yield { where: here, text: item.label, kind: 'name' };
  for (const tag of item.tags) yield { where: here, text: words(tag), kind: 'tag' };
  for (const { name, value, durableValue } of item.fields) {
    yield { where: here, text: words(name), kind: 'name' };
    yield { where: here, text: value, kind: 'value' };
    if (durableValue !== undefined) yield { where: here, text: durableValue, kind: 'value' };
  }
  for (const { name } of item.links) yield { where: here, text: words(name), kind: 'name' };
  for (const inner of item.items ?? []) yield* ofItem(inner, here, words);
}

/**
 * Every text of a frame that the stage draws while a question is open: titles, items with their
 * tags, fields and pointers, and named positions. A line in the CPU cache has the names of the
 * items that it holds.
 */
export function drawnAtQuestion(frame: Frame, language: Language): readonly DrawnWords[] {
  const words = (text: Text) => text[language] ?? '';
  const { structures } = namedFrame(heldFrame(frame), words);
  return structures.flatMap(({ id, title, items, cursors }) => [
    { where: id, text: words(title), kind: 'title' as const },
    ...items.flatMap((item) => [...ofItem(item, id, words)]),
    ...cursors.flatMap(({ name, value, durableValue = value }) => [
      { where: id, text: words(name), kind: 'name' as const },
      { where: id, text: value, kind: 'value' as const },
      { where: id, text: durableValue, kind: 'value' as const },
    ]),
  ]);
}
