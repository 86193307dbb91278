import type { Transfer } from '../../engine/protocol';
import { type Box, boundsOf } from '../shapes/shape';
import type { StageLayout } from '../tiers/stage_layout';
import { halfWay, type Move } from './moves';

type Moves = readonly [Move, ...Move[]];

/** What moves, transfer by transfer. */
export function byTransfer(moves: readonly Move[]): readonly Moves[] {
  const groups = new Map<Transfer, [Move, ...Move[]]>();
  for (const move of moves) {
    const group = groups.get(move.transfer);
    if (group) group.push(move);
    else groups.set(move.transfer, [move]);
  }
  return [...groups.values()];
}

/** So far are the next ones in a row from each other at most. */
const NEXT = 24;

/**
 * An end of what moves as one: around all of its items, or the first of them where others that have
 * nothing to do with it stand between.
 */
export function endOf(boxes: readonly [Box, ...Box[]]): Box {
  const [first, ...others] = boxes;
  const around = boundsOf(boxes) ?? first;
  const isRow = others.every(({ y }) => y === first.y);
  const taken = boxes.reduce((sum, { width }) => sum + width, 0);
  return isRow && around.width - taken > NEXT * others.length ? first : around;
}

/** All that one transfer moves as one thing. */
export function bundled([first, ...others]: Moves, layout: StageLayout): Move {
  const all = [first, ...others];
  const from = endOf([first.from, ...others.map((move) => move.from)]);
  const to = endOf([first.to, ...others.map((move) => move.to)]);
  const { id, txn, transfer } = first;
  const rest = halfWay(from, to, layout.boundaryY);
  const count = all.reduce((sum, move) => sum + move.count, 0);
  const own = { id: id.split('/')[0] ?? id, txn, transfer };
  return { ...own, from, to, rest, brings: [], count, parts: all };
}
