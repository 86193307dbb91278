import type { Box } from '../shapes/shape';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Something that is to rest on its way. */
export interface Wish {
  readonly from: Box;
  readonly to: Box;
  /** The best place for its middle. */
  readonly at: { readonly x: number; readonly y: number };
  /** The upper edge of a thing that is not yet durable is no lower than on the boundary. */
  readonly lowest?: number | undefined;
  /** The sizes of its forms, the best first. */
  readonly forms: readonly [Size, ...Size[]];
}

export interface Rest {
  readonly box: Box;
  /** The number of the form that has room. */
  readonly form: number;
  /** The distance in pixels from its best place; infinite where no place is free. */
  readonly cost: number;
}

/** The gap between a resting thing and those that it must not cover. */
const GAP = 3;
/** The distance in pixels that is preferred to drawing it in its next form. */
const FORM = 60;
/** The cost, in pixels, of leaving the path from one end to the other. */
const ASIDE = 240;
/** Vertical distance counts more: the boundary shows what the path crosses. */
const DOWN = 1.5;

const shared = (one: Box, other: Box): number =>
  Math.max(0, Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x)) *
  Math.max(0, Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y));

/**
 * The left edge nearest to the wanted one at which a thing of this width covers none of a row's
 * boxes.
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

/**
 * True if a thing with its upper edge here is not completely below the line that it has yet to
 * cross.
 */
const isAboveLine = ({ lowest }: Wish, y: number): boolean => lowest === undefined || y <= lowest;

/** The best free place for one form; undefined where there is none. */
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

/**
 * The place where no place is free: at the height on the path where it covers least, in its last
 * form.
 */
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
 * The resting place of a thing: as near as possible to its best place, covering no taken box, and
 * inside of the field. Another form is used if it can then be nearer.
 */
export function restOf(wish: Wish, taken: readonly Box[], field: Box): Rest {
  const own = [...taken, wish.from, wish.to];
  const found = wish.forms.flatMap((_, form) => freePlace(wish, form, own, field) ?? []);
  if (found.length === 0) return leastOver(wish, taken, field);
  return found.reduce((one, other) => (other.cost < one.cost ? other : one));
}

/**
 * The resting places of several things, in their order: a place where one rests, or arrives, is
 * taken.
 */
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
