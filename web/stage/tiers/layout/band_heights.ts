import type { TierId } from '../../../engine/protocol';
import { columnsOf } from './columns';
import { packedColumns } from './packing';
import { bottomOf, FOLDED_HEIGHT, FOLDED_TOP, foldedOf, type Room } from './room';
import { share } from './share';
import { type Stack, type Stacked, stacksOf, TIERS, total } from './stacks';

/** The weights by which spare room is divided. */
const STRETCH: Record<TierId, number> = { cache: 0.1, dram: 0.4, nvm: 0.35, disk: 0.35 };
/** The room under a name that is all of the DRAM, for the sign of the boundary. */
const UNDER_NAME = 6;

/** A tier's part of the stage, before its content has a place. */
export interface BandHeight {
  readonly tier: TierId;
  readonly stacks: readonly Stack[];
  /** True if nothing in it is open: the band is only a line. */
  readonly line: boolean;
  /** The height that shows all of it, and the height that it gets. */
  readonly natural: number;
  readonly height: number;
}

/** The structures one below the other in each tier's columns. */
function stacksIn(room: Room): (tier: TierId) => readonly Stack[] {
  const { input, density, bodyX, bodyWidth, spacing } = room;
  const { groups, context } = input;
  const columns = room.tight
    ? packedColumns(groups, bodyWidth, heightForStacks(room), spacing.gap, { ...context, density })
    : columnsOf(groups, bodyWidth, density, context);
  const stacks = stacksOf(columns, bodyX, density, context);
  return (tier) => stacks.get(tier) ?? [];
}

/** The height for captions and structures in a stage with hardly any room. */
function heightForStacks(room: Room): number {
  const { input, spacing, kept } = room;
  const used = TIERS.filter((tier) =>
    input.groups.some(({ members }) => members.some((each) => each.tier === tier)),
  );
  const others =
    (kept.length - used.length) * spacing.line +
    (used.includes('dram') ? 0 : UNDER_NAME) +
    used.length * spacing.bottom +
    5 +
    room.cacheHeight +
    room.wearHeight +
    room.banksHeight +
    room.diskCacheHeight +
    kept.reduce((sum, tier) => sum + room.sign(tier), 0);
  return input.height - room.clientsHeight - others;
}

/** Divides the height of a stage among its tiers, from top to bottom. */
export function bandHeights(room: Room): readonly BandHeight[] {
  const { input, order, spacing, cacheHeight } = room;
  const stacksAt = stacksIn(room);
  const bands = order.map((tier) => {
    const stacks = stacksAt(tier);
    return { tier, stacks, line: tier === 'cache' ? cacheHeight === 0 : stacks.length === 0 };
  });
  const need = ({ tier, stacks, line }: (typeof bands)[number], of: (item: Stacked) => number) => {
    if (!room.kept.includes(tier)) return 0;
    const sign = room.sign(tier);
    if (line) return spacing.line + sign + (tier === 'dram' ? UNDER_NAME : 0);
    const own = Math.max(0, ...stacks.map(({ items }) => total(items, spacing.gap, of)));
    const nvm = tier === 'nvm' ? room.wearHeight + room.banksHeight : 0;
    const extra = tier === 'cache' ? cacheHeight : nvm;
    const names = FOLDED_TOP + foldedOf(input, tier).length * FOLDED_HEIGHT + 8;
    const shown = room.nameHeight + spacing.top + own + extra + bottomOf(tier, spacing);
    return sign + Math.max(room.narrow ? 0 : names, shown);
  };
  const natural = bands.map((band) => need(band, (item) => item.natural));
  const heights = share(
    input.height - room.clientsHeight - room.diskCacheHeight,
    natural,
    bands.map((band) => need(band, (item) => item.least)),
    bands.map(({ tier, line }) => (line ? 0 : STRETCH[tier])),
  );
  return bands.map((band, index) => ({
    ...band,
    natural: natural[index] ?? 0,
    height: heights[index] ?? 0,
  }));
}
