import type { Column, Group } from './columns';
import { GAP, kindOf, placed } from './columns';
import { CAPTION, type Context, stackedOf, TIERS } from './stacks';

/** The most columns in which structures may be packed, and the least width of one. */
const MOST_COLUMNS = 4;
const LEAST_WIDTH = 118;
/** The widths are tried in steps, so that few are measured. */
const STEP = 6;

/** A group's width by itself, and whether it can use more. */
interface Wish {
  readonly width: number;
  readonly grows: boolean;
}

function wishOf(group: Group, width: number, context: Context): Wish {
  const [first] = group.members;
  const grows = first?.shape === 'list' || first?.shape === 'ring' || first?.shape === 'chains';
  const own = group.members.map((member) =>
    Math.min(width, stackedOf(group, member, width, context).content.width),
  );
  return { width: Math.max(LEAST_WIDTH, ...own), grows };
}

/** The height of a group's member in its tier, with caption and gap. */
interface Heights {
  /** The place of the tier in TIERS. */
  readonly tier: number;
  readonly least: number;
  readonly natural: number;
}

function heightsIn(group: Group, width: number, gap: number, context: Context): readonly Heights[] {
  return group.members.map((member) => {
    const { least, natural } = stackedOf(group, member, width, context);
    const own = CAPTION + gap;
    return { tier: TIERS.indexOf(member.tier), least: least + own, natural: natural + own };
  });
}

/** The widths of columns: the wanted ones if they fit; else those that grow divide the rest. */
function widthsOf(columns: readonly (readonly Wish[])[], width: number): readonly number[] {
  const room = width - (columns.length - 1) * GAP;
  const wishes = columns.map((each) => Math.max(...each.map((wish) => wish.width)));
  const all = wishes.reduce((sum, each) => sum + each, 0);
  const whole = wishes.map((each) => Math.ceil(each / STEP) * STEP);
  if (whole.reduce((sum, each) => sum + each, 0) <= room) return whole;
  if (all <= room) return wishes;
  const grows = columns.map((each) => each.some((wish) => wish.grows));
  const sumOf = (which: boolean) =>
    wishes.reduce((sum, each, index) => sum + (grows[index] === which ? each : 0), 0);
  const growing = grows.filter(Boolean).length;
  const fixed = Math.min(sumOf(false), room - growing * LEAST_WIDTH);
  return wishes.map((each, index) =>
    grows[index] ? ((room - fixed) * each) / sumOf(true) : (fixed * each) / sumOf(false),
  );
}

/** Every way to put so many things into at most so many columns, whatever the order of columns. */
function* partitions(
  count: number,
  most: number,
  before: readonly number[] = [],
): Generator<readonly number[]> {
  if (before.length === count) {
    yield before;
    return;
  }
  const next = Math.max(-1, ...before) + 1;
  for (let column = 0; column <= Math.min(next, most - 1); column++)
    yield* partitions(count, most, [...before, column]);
}

/** A way to put groups into columns: the numbers of the groups of each, and their widths. */
interface Way {
  readonly columns: readonly (readonly number[])[];
  readonly widths: readonly number[];
}

/** The way that gives each group its column; undefined where a column would be too narrow. */
function wayOf(
  assigned: readonly number[],
  wishes: readonly Wish[],
  width: number,
): Way | undefined {
  const columns: number[][] = Array.from({ length: Math.max(0, ...assigned) + 1 }, () => []);
  for (const [index, column] of assigned.entries()) columns[column]?.push(index);
  const wished = columns.map((each) => each.map((index) => wishes[index] as Wish));
  const widths = widthsOf(wished, width).map((each) => Math.floor(each / STEP) * STEP);
  return widths.some((own) => own < LEAST_WIDTH - STEP) ? undefined : { columns, widths };
}

type HeightsOf = (index: number, width: number) => readonly Heights[];

/**
 * The height of all tiers together, each as high as its highest column: the least, and to show
 * everything.
 */
function heightsOfWay({ columns, widths }: Way, heightsOf: HeightsOf, gap: number) {
  const tallest = TIERS.map(() => ({ least: 0, natural: 0 }));
  columns.forEach((indexes, column) => {
    const stack = TIERS.map(() => ({ least: -gap, natural: -gap }));
    for (const index of indexes)
      for (const { tier, least, natural } of heightsOf(index, widths[column] ?? 0)) {
        const sum = stack[tier] as { least: number; natural: number };
        sum.least += least;
        sum.natural += natural;
      }
    stack.forEach(({ least, natural }, tier) => {
      const high = tallest[tier] as { least: number; natural: number };
      high.least = Math.max(high.least, least);
      high.natural = Math.max(high.natural, natural);
    });
  });
  return {
    least: tallest.reduce((sum, each) => sum + each.least, 0),
    natural: tallest.reduce((sum, each) => sum + each.natural, 0),
  };
}

/** The width that groups lack which do not grow: their texts are cut. */
function squeezed({ columns, widths }: Way, wishes: readonly Wish[]): number {
  const missing = columns.flatMap((indexes, column) =>
    indexes.map((index) => {
      const { width, grows } = wishes[index] as Wish;
      return grows ? 0 : Math.max(0, width - (widths[column] ?? 0));
    }),
  );
  return missing.reduce((sum, each) => sum + each, 0);
}

/**
 * The columns for little height: the way to put structures beside and below one another that needs
 * the least, and among those with enough room the one that shows the most without scrolling.
 */
export function packedColumns(
  groups: readonly Group[],
  width: number,
  height: number,
  gap: number,
  context: Context,
): readonly Column[] {
  // Pages are at the left, below one another with their homes.
  const sorted = [...groups].sort(
    (one, other) => Number(kindOf(other) === 'pages') - Number(kindOf(one) === 'pages'),
  );
  const wishes = sorted.map((group) => wishOf(group, width, context));
  const known = new Map<number, readonly Heights[]>();
  const heightsOf = (index: number, own: number): readonly Heights[] => {
    const id = own * sorted.length + index;
    const heights = known.get(id) ?? heightsIn(sorted[index] as Group, own, gap, context);
    known.set(id, heights);
    return heights;
  };
  const fit = Math.max(1, Math.floor((width + GAP) / (LEAST_WIDTH + GAP)));
  // More ways than this are not worth the time.
  const most = Math.min(sorted.length > 6 ? MOST_COLUMNS - 1 : MOST_COLUMNS, fit);
  let best: { readonly way: Way; readonly cost: number } | undefined;
  for (const assigned of partitions(sorted.length, most)) {
    const way = wayOf(assigned, wishes, width);
    if (!way) continue;
    const { least, natural } = heightsOfWay(way, heightsOf, gap);
    const overflow = 100 * Math.max(0, least - height) + Math.max(0, natural - height);
    const cost = overflow + squeezed(way, wishes) + way.columns.length;
    if (!best || cost < best.cost) best = { way, cost };
  }
  if (!best) return [];
  const { columns, widths } = best.way;
  return placed(
    columns.map((indexes, column) => ({
      groups: indexes.map((index) => sorted[index] as Group),
      width: widths[column] ?? 0,
    })),
  );
}
