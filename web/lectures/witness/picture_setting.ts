import type { Frame, Structure, StructureExtent } from '../../engine/protocol';
import { growExtents, unionOfExtents } from '../../model/frame/extents';
import type { Account } from '../../model/questions/account';
import { layoutStage } from '../../stage/tiers/layout/fit_stage';
import type { StageLayoutInput } from '../../stage/tiers/layout/stage_layout';
import type { StageSetting } from '../../stage/tiers/scene';
import type { Session } from '../../store/stage/stage_state';

/** The heights to try, as fractions of the width. */
const HEIGHTS = [0.5, 0.6, 0.72, 0.85, 1];

const there = (structure: Structure | undefined): readonly number[] =>
  structure?.items.filter(({ state }) => state !== 'empty').map(({ key }) => key) ?? [];

/** The keys that a structure shows in one of the frames. */
function keysIn(id: string, frames: readonly Frame[]): ReadonlySet<number> {
  return new Set(
    frames.flatMap(({ structures }) => there(structures.find((structure) => structure.id === id))),
  );
}

/**
 * A power cut's stage in small: the structures in the stage's order, each item at its place among
 * its own. Places are kept for items that existed at the cut, which shows what is gone. Empty
 * structures are left out, except durable ones, and those from which data would have moved down.
 */
export function pictureSetting(
  { parts, scheme }: Pick<Session, 'parts' | 'scheme'>,
  { extents: own, frame, left, done }: Pick<Account, 'extents' | 'frame' | 'left' | 'done'>,
  about: ReadonlySet<string>,
): StageSetting {
  const below = new Map(scheme.structures.map((each) => [each.id, each.below]));
  const known = unionOfExtents(parts.flatMap(({ extents }) => (extents ? [extents] : [])));
  const meant = growExtents(known, own).filter(({ id }) => about.size === 0 || about.has(id));
  const shown = ({ id, tier }: StructureExtent) =>
    keysIn(id, tier === 'nvm' || tier === 'disk' ? [frame, left, done] : [left, done]).size > 0;
  const holds = new Set(meant.filter(shown).map(({ id }) => id));
  const extents = meant
    .filter(({ id }) => holds.has(id) || holds.has(below.get(id) ?? ''))
    .map((extent) => narrowed(extent, keysIn(extent.id, [frame, left, done])));
  const lines = Math.max(left.cacheLines.length, done.cacheLines.length);
  return {
    extents,
    below: (id) => below.get(id),
    open: () => true,
    clients: false,
    wear: false,
    banks: 0,
    dirtyLines: lines,
  };
}

/** The extent with the items of these keys alone; a ring's places are numbered and stay. */
function narrowed(extent: StructureExtent, keys: ReadonlySet<number>): StructureExtent {
  if (extent.shape === 'ring' || keys.size === 0) return extent;
  const { planned: _planned, ...rest } = extent;
  const items = extent.items.filter(({ key }) => keys.has(key));
  return { ...rest, items, most: Math.min(extent.most, items.length) };
}

/**
 * The smallest of the heights to try, up to `most`, with which the least has to be scrolled; in
 * design pixels.
 */
export function pictureHeight(
  setting: StageSetting,
  width: number,
  most: number,
  context: StageLayoutInput['context'],
): number {
  const tried = HEIGHTS.map((part) => {
    const layout = layoutStage({ ...setting, width, height: width * part, context });
    const hidden = layout.places.reduce(
      (sum, { content, box }) => sum + Math.max(0, content.height - box.height - 1),
      0,
    );
    return { height: Math.max(layout.height, width * part), hidden };
  });
  const [first, ...others] = tried.filter(({ height }) => height <= most);
  if (!first) return most;
  return others.reduce((best, each) => (each.hidden < best.hidden ? each : best), first).height;
}
