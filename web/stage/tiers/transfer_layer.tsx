import { useLayoutEffect, useRef, useState } from 'react';
import type { Frame } from '../../engine/protocol';
import { useTranslation } from '../../ui/i18n';
import { fit, sansWidth } from '../../ui/text_width';
import { useMedia } from '../../ui/use_media';
import { shapes } from '../shapes';
import { StateBox, txnClass } from '../shapes/marks';
import type { Box } from '../shapes/shape';
import { type Move, wayPath } from './moves';
import type { StageLayout } from './stage_layout';

/** Milliseconds: how long a thing takes to leave and travel half-way, and to land; small things are quicker. */
const TRAVEL = 900;
const LAND = 360;
const SMALL = 240;
/** Steps that follow each other faster than this are not animated. */
const HELD = 120;
const EASING = 'cubic-bezier(.45,.05,.2,1)';

interface TransferLayerProps {
  readonly frame: Frame;
  readonly moves: readonly Move[];
  readonly layout: StageLayout;
}

/** From where to where a thing travels when it comes into the picture. */
interface Travel {
  readonly from: Box;
  readonly to: Box;
  readonly ms: number;
}

const isSmall = ({ transfer }: Move): boolean =>
  transfer.kind === 'store' || transfer.kind === 'acknowledge' || transfer.size <= 8;

/** How the step to this position moves a thing; undefined where it was there already, or nothing is to be animated. */
function travelOf(
  move: Move,
  direction: 1 | -1,
  wasThere: boolean,
  pace: number,
): Travel | undefined {
  const arrived = move.transfer.state === 'arrived';
  const at = Math.min(isSmall(move) ? SMALL : arrived && wasThere ? LAND : TRAVEL, pace);
  if (direction < 0) {
    // Going back to "under way" brings a thing back from where it arrived.
    return arrived || wasThere ? undefined : { from: move.to, to: move.rest, ms: at };
  }
  if (arrived) return { from: wasThere ? move.rest : move.from, to: move.to, ms: at };
  return wasThere ? undefined : { from: move.from, to: move.rest, ms: at };
}

/** What the step from the last frame to this one was. */
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

/** What is on its way: its path, and the thing itself, at rest half-way while it is under way. */
export function TransferLayer({ frame, moves, layout }: TransferLayerProps) {
  const still = useMedia('(prefers-reduced-motion: reduce)');
  const { direction, pace, before } = useStep(frame, moves);
  const there = new Set(
    before.filter(({ transfer }) => transfer.state === 'under-way').map(({ id }) => id),
  );
  const animate = !still && pace > 0;
  return (
    <g className="transfers" role="presentation">
      {moves.map((move) => {
        const travel = animate ? travelOf(move, direction, there.has(move.id), pace) : undefined;
        const arrived = move.transfer.state === 'arrived';
        return (
          <g key={`${move.id}-${arrived}`} className={`transfer ${txnClass(move.txn)}`}>
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
          </g>
        );
      })}
      {animate && direction < 0 && (
        <Returning frame={frame} before={before} moves={moves} pace={pace} layout={layout} />
      )}
    </g>
  );
}

/** Things that had left and, one step back, have not yet: they go back to where they came from. */
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

interface ThingProps {
  readonly move: Move;
  /** Where it is drawn. */
  readonly at: Box;
  readonly travel: Travel | undefined;
  /** Gone once it has travelled: what it has become is drawn where it arrives. */
  readonly vanishes: boolean;
  readonly layout: StageLayout;
}

/** A thing that travels, drawn as where it comes from draws it. Only its place and its opacity are animated. */
function Thing({ move, at, travel, vanishes, layout }: ThingProps) {
  const group = useRef<SVGGElement>(null);
  const [gone, setGone] = useState(false);
  const from = useRef(travel);
  useLayoutEffect(() => {
    const { current } = from;
    if (!current || !group.current) return;
    const delta = (box: Box) =>
      `translate(${box.x + box.width / 2 - at.x - at.width / 2}px, ${box.y + box.height / 2 - at.y - at.height / 2}px)`;
    const animation = group.current.animate(
      [{ transform: delta(current.from) }, { transform: delta(current.to) }],
      { duration: current.ms, easing: EASING },
    );
    animation.onfinish = () => setGone(vanishes);
    return () => animation.cancel();
  }, [at, vanishes]);
  if (gone) return null;
  const { item } = move;
  const place = item && layout.places.find(({ id }) => id === item.structure);
  const Piece = place && shapes[place.extent.shape].Piece;
  return (
    <g ref={group} className={`thing ${txnClass(move.txn)}`}>
      {item && place && Piece ? (
        <Piece
          item={{ ...item.item, state: 'in-flight', leaving: false }}
          box={sized(at, place.content.items.get(item.item.key))}
          context={place.context}
        />
      ) : (
        <Bundle move={move} box={at} />
      )}
    </g>
  );
}

/** As large as the item is in its structure, around the same middle. */
function sized(at: Box, own: Box | undefined): Box {
  if (!own) return at;
  return {
    x: at.x + at.width / 2 - own.width / 2,
    y: at.y + at.height / 2 - own.height / 2,
    width: own.width,
    height: own.height,
  };
}

/** Several things, or one that no structure draws: a frame with what it is. */
function Bundle({ move, box }: { move: Move; box: Box }) {
  const { t } = useTranslation();
  const small = isSmall(move);
  const width = small ? 26 : Math.min(Math.max(box.width, 92), 180);
  const height = small ? 14 : 26;
  const own = {
    x: box.x + box.width / 2 - width / 2,
    y: box.y + box.height / 2 - height / 2,
    width,
    height,
  };
  const text =
    move.count > 1
      ? t('transfer.items', { count: move.count })
      : t(`transfer.${move.transfer.kind}`);
  return (
    <>
      <StateBox box={own} state="in-flight" txn={move.txn} />
      {!small && (
        <text className="caption" x={own.x + width / 2} y={own.y + 17} textAnchor="middle">
          {fit(text, width - 10, sansWidth)}
        </text>
      )}
    </>
  );
}
