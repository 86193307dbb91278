import type { Box } from '../shapes/shape';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Something that is to rest on its way. */
export interface Wish {
  readonly from: Box;
  readonly to: Box;
  /** Where its middle would best be. */
  readonly at: { readonly x: number; readonly y: number };
  /** What is not durable before it arrives begins no lower than on the boundary. */
  readonly lowest?: number | undefined;
  /** How large it is in each way of drawing it, the best first. */
  readonly forms: readonly [Size, ...Size[]];
}

export interface Rest {
  readonly box: Box;
  /** Which of its forms has room. */
  readonly form: number;
  /** Pixels that it is away from where it would best be; none is free where this is not finite. */
  readonly cost: number;
}

/** Between what rests and what it must not lie over. */
const GAP = 3;
/** Pixels that something is rather moved than drawn in its next form. */
const FORM = 60;
/** To leave the way from one end to the other is worse than this many pixels on it. */
const ASIDE = 240;
/** Down counts for more: the boundary says what the way crosses. */
const DOWN = 1.5;

const shared = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)) *
  Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y));

/**
 * The left edge nearest to the wanted one with which something of this width lies over none of a
 * row's boxes.
 */
function nearestLeft(
  wanted: number,
  width: number,
  row: readonly Box[],
  field: Box,
): number | undefined {
  const [least, most] = [field.x, field.x + field.width - width];
  const isFree = (x: number) =>
    x >= least &&
    x <= most &&
    row.every((box) => x >= box.x + box.width + GAP || x + width + GAP <= box.x);
  return [
    Math.min(Math.max(wanted, least), Math.max(most, least)),
    ...row.flatMap((box) => [box.x - width - GAP, box.x + box.width + GAP]),
  ]
    .filter(isFree)
    .sort((one, other) => Math.abs(one - wanted) - Math.abs(other - wanted))[0];
}

/** Whether something with its upper edge here is not wholly below what it has still to cross. */
const isAboveLine = ({ lowest }: Wish, y: number): boolean => lowest === undefined || y <= lowest;

/** The best free place for one form, or none. */
function freePlace(wish: Wish, form: number, taken: readonly Box[], field: Box): Rest | undefined {
  const { width, height } = wish.forms[form] ?? wish.forms[0];
  const [left, top] = [wish.at.x - width / 2, wish.at.y - height / 2];
  const [start, end] = [
    Math.min(wish.from.y, wish.to.y),
    Math.max(wish.from.y + wish.from.height, wish.to.y + wish.to.height),
  ];
  const tops = [
    top,
    ...taken.flatMap((box) => [box.y - height - GAP, box.y + box.height + GAP]),
  ].filter((y) => y >= field.y && y + height <= field.y + field.height && isAboveLine(wish, y));
  let best: Rest | undefined;
  for (const y of new Set(tops)) {
    const aside = y < start || y + height > end ? ASIDE : 0;
    const least = Math.abs(y - top) * DOWN + aside + form * FORM;
    if (best && least >= best.cost) continue;
    const row = taken.filter((box) => y < box.y + box.height + GAP && y + height + GAP > box.y);
    const x = nearestLeft(left, width, row, field);
    if (x === undefined) continue;
    const cost = least + Math.abs(x - left);
    if (!best || cost < best.cost) best = { box: { x, y, width, height }, form, cost };
  }
  return best;
}

/** Where nothing is free: at the height on the way where it lies over least, in its last form. */
function leastOver(wish: Wish, taken: readonly Box[], field: Box): Rest {
  const form = wish.forms.length - 1;
  const { width, height } = wish.forms[form] ?? wish.forms[0];
  const right = field.x + field.width - width;
  const x = Math.max(field.x, Math.min(wish.at.x - width / 2, right));
  const tops = [
    wish.at.y - height / 2,
    ...taken.flatMap((box) => [box.y - height - GAP, box.y + box.height + GAP]),
  ].filter((y) => isAboveLine(wish, y));
  const over = (y: number) =>
    taken.reduce((sum, box) => sum + shared(box, { x, y, width, height }), 0) +
    Math.abs(y + height / 2 - wish.at.y);
  const y = tops.reduce((one, other) => (over(other) < over(one) ? other : one));
  return { box: { x, y, width, height }, form, cost: Number.POSITIVE_INFINITY };
}

/**
 * Where something rests on its way: as near as there is room to where it would best, over none of
 * what is taken, and inside of the field. Another form is taken where it can then be nearer.
 */
export function restOf(wish: Wish, taken: readonly Box[], field: Box): Rest {
  const own = [...taken, wish.from, wish.to];
  const found = wish.forms.flatMap((_, form) => freePlace(wish, form, own, field) ?? []);
  if (found.length === 0) return leastOver(wish, taken, field);
  return found.reduce((one, other) => (other.cost < one.cost ? other : one));
}

/** The same for several, in their order: where one rests, or comes to, nothing else does. */
export function restsOf(
  wishes: readonly Wish[],
  taken: readonly Box[],
  field: Box,
): readonly Rest[] {
  const all = [...taken, ...wishes.map(({ to }) => to)];
  return wishes.map((wish) => {
    const rest = restOf(wish, all, field);
    all.push(rest.box);
    return rest;
  });
}
