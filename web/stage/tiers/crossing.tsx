import type { TierId } from '../../engine/protocol';
import { txnClass } from '../shapes/marks';
import type { Box } from '../shapes/shape';
import { fallPath } from './cache_lines';
import type { TiersLayout } from './tiers_layout';

/** What the running event moves: from one tier to an item of another. */
export interface Crossing {
  /** Changes with each event, so that the drawing starts anew. */
  readonly id: number;
  readonly txn: number;
  readonly from: TierId;
  readonly structure: string;
  readonly key: number;
}

/** Where something comes from that has no box of its own there: a spot above the target. */
function spot(layout: TiersLayout, tier: TierId, target: Box): Box | undefined {
  const band = layout.bands.find((each) => each.tier === tier);
  if (!band) return undefined;
  const x = Math.min(Math.max(target.x + target.width / 2 - 10, layout.bodyX), layout.width - 40);
  return { x, y: band.y + band.height - 18, width: 20, height: 8 };
}

/** Where it arrives: nowhere if that is the tier it leaves, as for a page that is read into no frame. */
function crossesTo(layout: TiersLayout, { structure, key, from }: Crossing): Box | undefined {
  const home = layout.bands.find(({ structures }) =>
    structures.some((placed) => placed.structure.id === structure),
  );
  return home?.tier === from ? undefined : layout.home(structure, key);
}

/** The way that the running event's data takes, drawn once, ending in a solid head. */
export function CrossingPath({ crossing, layout }: { crossing: Crossing; layout: TiersLayout }) {
  const target = crossesTo(layout, crossing);
  const from = target && spot(layout, crossing.from, target);
  if (!target || !from) return null;
  const name = txnClass(crossing.txn);
  const up = from.y > target.y;
  const path = up
    ? fallPath(
        { ...from, y: from.y - from.height },
        { ...target, y: target.y + target.height + 10 },
      )
    : fallPath(from, target);
  return (
    <g key={crossing.id} className={`crossing ${name}`}>
      <path
        className="crossing-path"
        d={path}
        pathLength={1}
        markerEnd={`url(#fall-end-${name})`}
      />
    </g>
  );
}
