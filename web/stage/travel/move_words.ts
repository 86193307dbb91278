import type { Transfer } from '../../engine/protocol';
import { sansWidth } from '../../ui/text_width';
import type { ShapeContext } from '../shapes/shape';
import type { StageLayout } from '../tiers/layout/stage_layout';
import { ghostWords } from './ghost';
import { isSmall, type Move } from './moves';
import type { Size } from './resting';

/** The most letters that are read while a thing travels. */
const MOST_WIDTH = 240;
const HEIGHT = 22;
export const PAD = 7;
/** The most letters of a thing in a queue. */
export const NARROW_PAD = 3;
const SMALL = { width: 26, height: 14 };
/** The room of words; a thing without words is a small box. */
export const wordsSize = (words: string): Size =>
  words === ''
    ? SMALL
    : { width: Math.min(sansWidth(words) + 2 * PAD, MOST_WIDTH), height: HEIGHT };

/** The sources of the words of things that travel. */
export interface MoveWords extends Pick<ShapeContext, 'text' | 'pageName'> {
  /** The name of a bundle: `4 items`. */
  readonly items: (count: number) => string;
  readonly kind: (kind: Transfer['kind']) => string;
}

/**
 * The kinds of transfer that are one write: only those to a disk. Stores that reach a line together
 * are several.
 */
export const ONE_WRITE: readonly Transfer['kind'][] = [
  'log-write',
  'page-write',
  'page-read',
  'destage',
];

/** The content of each of a few stores, if one line has room for all of them. */
function wordsOfParts(
  { parts = [], transfer }: Move,
  layout: StageLayout,
  words: MoveWords,
): string | undefined {
  if (ONE_WRITE.includes(transfer.kind) || parts.some(({ count }) => count > 1)) return undefined;
  const said = parts.map((part) => moveWords(part, layout, words)).join(', ');
  return said !== '' && sansWidth(said) + 2 * PAD <= MOST_WIDTH ? said : undefined;
}

/** The words of a thing that travels; none where nothing of it is shown. */
export function moveWords(move: Move, layout: StageLayout, words: MoveWords): string {
  const { item, brings, count, told, transfer } = move;
  if (told) return `${words.text(told.structure)} ${told.label} ${words.text(told.tag)}`;
  if (count > 1) return wordsOfParts(move, layout, words) ?? words.items(count);
  if (item && brings.length > 0) return ghostWords(item.item, brings, words.text);
  const all = [...layout.places, ...layout.folded];
  const { structure } = transfer.kind === 'page-read' ? transfer.from : transfer.to;
  const place = all.find(({ id }) => id === structure);
  if (place) return words.text(place.extent.title);
  return isSmall(move) ? '' : words.kind(transfer.kind);
}
