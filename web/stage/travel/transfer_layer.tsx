import { useRef } from 'react';
import type { Frame } from '../../engine/protocol';
import { useMedia } from '../../ui/hooks/use_media';
import { useTranslation } from '../../ui/i18n';
import { txnClass } from '../shapes/marks';
import type { Box } from '../shapes/shape';
import type { StageLayout } from '../tiers/layout/stage_layout';
import { isSmall, type Move, wayPath } from './moves';
import { Thing, type Travel } from './thing';

/**
 * The milliseconds that a thing takes to leave and travel half-way, and to arrive; small things are
 * quicker.
 */
const TRAVEL = 900;
const LAND = 360;
const SMALL = 240;
/** Steps that follow each other faster than this are not animated. */
const HELD = 120;

interface TransferLayerProps {
  readonly frame: Frame;
  readonly moves: readonly Move[];
  readonly layout: StageLayout;
  /** The fates of things on their way in the power cut that is made here, by their number. */
  readonly fates: ReadonlyMap<number, boolean>;
}

/**
 * The movement of a thing in the step to this position; undefined where it was there already, or
 * nothing is to be animated.
 */
function travelOf(
  move: Move,
  direction: 1 | -1,
  /** Its resting place before this step. */
  rested: Box | undefined,
  pace: number,
): Travel | undefined {
  const arrived = move.transfer.state === 'arrived';
  const wasThere = rested !== undefined;
  const at = Math.min(isSmall(move) ? SMALL : arrived && wasThere ? LAND : TRAVEL, pace);
  if (direction < 0) {
    // Going back to "under way" moves a thing back from its destination.
    return arrived || wasThere ? undefined : { from: move.to, to: move.rest, ms: at };
  }
  if (arrived) return { from: rested ?? move.from, to: move.to, ms: at };
  return wasThere ? undefined : { from: move.from, to: move.rest, ms: at };
}

/** Returns the step from the last frame to this one. */
function useStep(frame: Frame, moves: readonly Move[]) {
  const last = useRef({ frame, moves, time: -Infinity });
  const step = useRef({ direction: 1 as 1 | -1, pace: TRAVEL, before: [] as readonly Move[] });
  if (last.current.frame !== frame) {
    const time = performance.now();
    const gap = time - last.current.time;
    step.current = {
      direction: frame.at < last.current.frame.at ? -1 : 1,
      pace: gap < HELD ? 0 : Math.min(gap * 0.9, TRAVEL),
      before: last.current.moves,
    };
    last.current = { frame, moves, time };
  }
  last.current.moves = moves;
  return step.current;
}

/**
 * The things on their way: the path of each, and the thing itself, at rest half-way while it is
 * under way.
 */
export function TransferLayer({ frame, moves, layout, fates }: TransferLayerProps) {
  const { t } = useTranslation();
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const { direction, pace, before } = useStep(frame, moves);
  const there = new Map(
    before
      .filter(({ transfer }) => transfer.state === 'under-way')
      .map(({ id, rest }) => [id, rest]),
  );
  const animate = !still && pace > 0;
  return (
    <g className="transfers" role="presentation">
      {moves.map((move) => {
        const travel = animate ? travelOf(move, direction, there.get(move.id), pace) : undefined;
        const arrived = move.transfer.state === 'arrived';
        const fate = fates.get(move.transfer.id);
        return (
          <g
            key={`${move.id}-${arrived}`}
            className={`transfer ${txnClass(move.txn)}${fate === undefined ? '' : ' decided'}`}
          >
            <path
              className={`way ${move.transfer.state}`}
              d={wayPath(move)}
              markerEnd={`url(#fall-end-${txnClass(move.txn)})`}
            />
            {(!arrived || travel) && (
              <Thing
                key={frame.at}
                move={move}
                at={arrived ? move.to : move.rest}
                travel={travel}
                vanishes={arrived}
                layout={layout}
              />
            )}
            {fate !== undefined && (
              <text
                className="caption"
                x={move.rest.x + move.rest.width / 2}
                y={move.rest.y - 4}
                textAnchor="middle"
              >
                {t(fate ? 'tiers.arrives' : 'tiers.isLost')}
              </text>
            )}
          </g>
        );
      })}
      {animate && direction < 0 && (
        <Returning frame={frame} before={before} moves={moves} pace={pace} layout={layout} />
      )}
    </g>
  );
}

/** Things that had left and, one step back, have not yet: they return to their source. */
function Returning({
  frame,
  before,
  moves,
  pace,
  layout,
}: {
  frame: Frame;
  before: readonly Move[];
  moves: readonly Move[];
  pace: number;
  layout: StageLayout;
}) {
  const now = new Set(moves.map(({ id }) => id));
  return before
    .filter(({ id, transfer }) => transfer.state === 'under-way' && !now.has(id))
    .map((move) => (
      <g key={`back-${move.id}`} className={`transfer ${txnClass(move.txn)}`}>
        <Thing
          key={frame.at}
          move={move}
          at={move.from}
          travel={{ from: move.rest, to: move.from, ms: Math.min(pace, LAND) }}
          vanishes
          layout={layout}
        />
      </g>
    ));
}
