import type { Transfer } from '../../engine/protocol';
import { endOf } from '../tiers/ends';
import type { StageLayout } from '../tiers/layout/stage_layout';
import { halfWay, type Move } from './moves';
import type { Drawing } from './taken';

type Moves = readonly [Move, ...Move[]];

/** The moves, transfer by transfer. */
export function byTransfer(moves: readonly Move[]): readonly Moves[] {
  const groups = new Map<Transfer, [Move, ...Move[]]>();
  for (const move of moves) {
    const group = groups.get(move.transfer);
    if (group) group.push(move);
    else groups.set(move.transfer, [move]);
  }
  return [...groups.values()];
}

/** True if other items stand between those that a transfer brings, as they are drawn. */
export function isScattered(
  { to }: Transfer,
  { frame, places }: Pick<Drawing, 'frame' | 'places'>,
) {
  const { structure = '' } = to;
  const items = frame.structures.find(({ id }) => id === structure)?.items ?? [];
  const drawn = items.flatMap(({ key }) => {
    const box = places.drawn(structure, key)?.box;
    return box ? [{ key, box }] : [];
  });
  const inOrder = drawn.sort(({ box: a }, { box: b }) => a.y - b.y || a.x - b.x);
  const at = to.keys.map((wanted) => inOrder.findIndex(({ key }) => key === wanted));
  return Math.max(...at) - Math.min(...at) >= to.keys.length;
}

/** Combines all moves of one transfer into one thing. */
export function bundled([first, ...others]: Moves, layout: StageLayout): Move {
  const all = [first, ...others];
  const from = endOf(all.map((move) => move.from)) ?? first.from;
  const to = endOf(all.map((move) => move.to)) ?? first.to;
  const { id, txn, transfer } = first;
  const rest = halfWay(from, to, layout.boundaryY);
  const count = all.reduce((sum, move) => sum + move.count, 0);
  const own = { id: id.split('/')[0] ?? id, txn, transfer };
  return { ...own, from, to, rest, brings: [], count, parts: all };
}
