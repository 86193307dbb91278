import type { StructureExtent } from '../../../engine/protocol';
import { sansWidth } from '../../../ui/text_width';
import type { BandHeight } from './band_heights';
import { bottomOf, FOLDED_HEIGHT, FOLDED_TOP, foldedOf, NAMES, type Room } from './room';
import { CAPTION, placeStack, type StructurePlace, withCaptions } from './stacks';
import type { Band, FoldedPlace, StageLayoutInput } from './stage_layout';

/** The width of the sign of folded structures, if it is one for the whole tier. */
export const TOGETHER = 40;
/** The names are bold capitals. */
const NAME_SIZE = 17.5;
/** The room above durable things, where it is not needed otherwise. */
const CLEAR = 40;

/** The width of a band's name, where its row continues. */
export const nameWidth = ({ context }: StageLayoutInput, tier: Band['tier']): number =>
  sansWidth(context.tierName(tier), NAME_SIZE) + 8;

export interface PlacedBand {
  readonly band: Band;
  readonly places: readonly StructurePlace[];
  readonly folded: readonly FoldedPlace[];
}

/** A band at its height, and the places of its content. */
export function placeBand(room: Room, given: BandHeight, y: number): PlacedBand {
  const { input, tight } = room;
  const { tier, line, height } = given;
  const band = { tier, y, height, line, sign: height > 0 ? room.sign(tier) : 0 };
  const away = foldedOf(input, tier);
  const names = placeFolded(away, band, room.narrow, input);
  const runOff = names.some(({ box }) => box.x + box.width > input.width);
  const together = runOff || (tight && away.length > 0);
  return {
    band,
    places: placeOpen(room, given, band, away.length > 0),
    folded: together ? placeTogether(away, band, input.width) : names,
  };
}

/** Places of the structures that are drawn. */
function placeOpen(room: Room, given: BandHeight, band: Band, folds: boolean): StructurePlace[] {
  const { input, tight, spacing, bodyX } = room;
  const { tier, y, height } = band;
  // A band below the boundary leaves room for durable things to stand on it.
  const spare = band.line ? 0 : Math.max(0, height - given.natural);
  const clear = tier === 'nvm' || tier === 'disk' ? Math.min(spare * 0.6, CLEAR) : 0;
  const firstRow = y + room.nameHeight + spacing.top + band.sign + clear;
  const [above, under] = tier === 'nvm' ? [room.banksHeight, room.wearHeight] : [0, 0];
  const bottom = y + height - bottomOf(tier, spacing) - under;
  const stacked = given.stacks.flatMap((stack) =>
    placeStack(stack, firstRow + above, bottom, spacing.gap),
  );
  // The band's name and the sign of folded structures are in the first row of captions.
  const inFirst = ({ box }: StructurePlace) => tight && box.y < firstRow + CAPTION + 1;
  const captionX = nameWidth(input, tier);
  const right = bodyX + room.bodyWidth;
  return withCaptions(
    stacked.map((place) =>
      inFirst(place) && place.box.x === bodyX ? { ...place, captionX } : place,
    ),
    (place) => (folds && inFirst(place) ? right - TOGETHER : right),
  );
}

/**
 * Places the names below the tier's own; beside it where that is only a line, or the page is
 * narrow.
 */
function placeFolded(
  structures: readonly StructureExtent[],
  band: Band,
  narrow: boolean,
  input: StageLayoutInput,
): FoldedPlace[] {
  const beside = narrow || band.line;
  let x = narrow ? 84 : NAMES;
  return structures.map((extent, index) => {
    const own = sansWidth(input.context.text(extent.title)) + 38;
    const box = beside
      ? { x, y: band.y + 2 + band.sign, width: own, height: FOLDED_HEIGHT }
      : {
          x: 12,
          y: band.y + band.sign + FOLDED_TOP + index * FOLDED_HEIGHT,
          width: NAMES - 20,
          height: FOLDED_HEIGHT,
        };
    x += own + 6;
    return { id: extent.id, tier: extent.tier, extent, box };
  });
}

/** Places one sign for the whole tier, at the right end of its first row. */
function placeTogether(
  structures: readonly StructureExtent[],
  band: Band,
  width: number,
): FoldedPlace[] {
  const y = band.y + band.sign - (band.line ? 0 : 1);
  const box = { x: width - 8 - TOGETHER, y, width: TOGETHER, height: FOLDED_HEIGHT };
  return structures.map((extent, index) => ({
    id: extent.id,
    tier: extent.tier,
    extent,
    box,
    together: index === 0 ? structures.length : 0,
  }));
}
