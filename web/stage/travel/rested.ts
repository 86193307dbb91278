import { sansWidth } from '../../ui/text_width';
import { shapes } from '../shapes';
import type { StageLayout } from '../tiers/layout/stage_layout';
import { bentWay } from './bent_way';
import { bundled, byTransfer, isScattered } from './bundles';
import { ghostName, travelsWhole, valueAlone } from './ghost';
import { type MoveWords, moveWords, NARROW_PAD, ONE_WRITE, wordsSize } from './move_words';
import { centre, isResting, type Move } from './moves';
import { type Rest, restsOf, type Size, type Wish } from './resting';
import { type Drawing, takenBy } from './taken';
import { wholeWords } from './whole_words';

/** The size for the beginning of words, where no line of them has room. */
const LITTLE = { width: 40, height: 16 };
/** The gap to the edges of the stage. */
const EDGE = 4;

/** The size of an item in its structure, if all of it arrives and it can be drawn alone. */
export function pieceSize(move: Move, layout: StageLayout): Size | undefined {
  const { item, brings, rest } = move;
  const place = item && layout.places.find(({ id }) => id === item.structure);
  if (!place || !shapes[place.extent.shape].Piece) return undefined;
  if (brings.length > 0 && !travelsWhole(item.item, brings)) return undefined;
  return place.content.items.get(item.item.key) ?? rest;
}

/** The distance beyond which things that would travel one by one are combined. */
const FAR = 130;

interface Said extends Wish {
  /** The words of each of its forms; a piece of its structure needs none. */
  readonly said: readonly (string | undefined)[];
}

/** The names of the parts of a combined thing, if all have names. */
function labelsOf({ parts }: Move): string | undefined {
  const labels = parts?.map(({ item }) => item?.item.label ?? '') ?? [];
  return labels.length === 0 || labels.includes('') ? undefined : labels.join(', ');
}

/** The least part above the boundary of a thing that crosses it. */
const ABOVE = 4;

/**
 * The lowest upper edge of a thing that has yet to cross the boundary; on a device with banks, its
 * place among these shows how far it is.
 */
function lowestOf({ from, to, transfer }: Move, { boundaryY, banks }: StageLayout) {
  if (banks && transfer.to.tier === 'nvm') return undefined;
  const crosses = centre(from).y < boundaryY && centre(to).y > boundaryY;
  return crosses ? boundaryY - ABOVE : undefined;
}

function wishOf(move: Move, layout: StageLayout, words: MoveWords): Said {
  const { from, to, rest } = move;
  const lowest = lowestOf(move, layout);
  const piece = pieceSize(move, layout);
  const said =
    piece && move.item ? wholeWords(move.item.item, words) : moveWords(move, layout, words);
  // The arriving value is more useful than the beginning of a name, where the line has no room.
  const { told, item, brings } = move;
  const alone = told ? words.text(told.tag) : item && valueAlone(brings, words.text);
  const short = alone ?? labelsOf(move) ?? said;
  const [line, value] = [wordsSize(said), wordsSize(short)];
  const at = { x: rest.x + rest.width / 2, y: rest.y + rest.height / 2 };
  const little = { width: Math.min(value.width, LITTLE.width), height: LITTLE.height };
  const inWords = [line, ...(value.width < line.width ? [value] : []), little];
  const [first = line, ...others] = piece ? [piece, ...inWords] : inWords;
  const all = inWords.map((_, n) => (n === 0 ? said : short));
  return {
    from,
    to,
    at,
    lowest,
    said: piece ? [undefined, ...all] : all,
    forms: [first, ...others],
  };
}

function restingAt(move: Move, { box, form }: Rest, wish: Said): Move {
  const said = wish.said[form];
  return {
    ...move,
    rest: box,
    way: bentWay(move, box),
    ...(said !== undefined && { said }),
  };
}

/** The least room for words in a queue. */
const LEAST_WORDS = 14;

/** A thing in the queue of a bank, where each has little room: its name comes before its value. */
function inQueue(move: Move, layout: StageLayout, words: MoveWords): Move {
  const { rest, item, brings } = move;
  const all = moveWords(move, layout, words);
  const isLong = sansWidth(all) + NARROW_PAD > rest.width;
  const short = isLong && item ? ghostName(item.item, brings, words.text) : all;
  const said = rest.width < LEAST_WORDS ? '' : short;
  const width = Math.min(rest.width, said === '' ? 26 : sansWidth(said) + 2 * NARROW_PAD);
  return { ...move, said, rest: { ...rest, x: rest.x + (rest.width - width) / 2, width } };
}

/** The moves with their resting places: over no name, no sign, no item, and not over another. */
export function rested(
  moves: readonly Move[],
  drawing: Drawing,
  words: MoveWords,
): readonly Move[] {
  if (!moves.some(isResting)) return moves;
  const { layout } = drawing;
  const [width, height] = [layout.width - 2 * EDGE, layout.height - 2 * EDGE];
  const field = { x: EDGE, y: EDGE, width, height };
  const taken = [...takenBy(drawing)];
  const found: Move[] = [];
  const waiting = moves.filter((move) => isResting(move) && move.queued);
  found.push(...waiting.map((move) => inQueue(move, layout, words)));
  const groups = byTransfer(moves.filter((move) => !waiting.includes(move)));
  const isWrite = ([first]: (typeof groups)[number]) =>
    isResting(first) && ONE_WRITE.includes(first.transfer.kind);
  // Several writes could not be told apart by record, nor one between whose records others stand.
  const several = groups.filter(isWrite).length > 1;
  for (const together of groups) {
    if (!isResting(together[0])) {
      found.push(...together);
      continue;
    }
    const wishesOf = (all: readonly Move[]) => all.map((each) => wishOf(each, layout, words));
    const apart = several || isScattered(together[0].transfer, drawing);
    const one = apart && together.length > 1 && isWrite(together);
    let all: readonly Move[] = one ? [bundled(together, layout)] : together;
    let wishes = wishesOf(all);
    let rests = restsOf(wishes, taken, field);
    if (all.length > 1 && rests.some(({ cost }) => cost > FAR)) {
      all = [bundled(together, layout)];
      wishes = wishesOf(all);
      rests = restsOf(wishes, taken, field);
    }
    taken.push(...rests.map(({ box }) => box));
    found.push(...all.map((move, n) => restingAt(move, rests[n] as Rest, wishes[n] as Said)));
  }
  return found;
}
