import { useLayoutEffect, useRef, useState } from 'react';
import { fit, sansWidth } from '../../ui/text_width';
import { shapes } from '../shapes';
import { StateBox, txnClass } from '../shapes/marks';
import type { Box } from '../shapes/shape';
import type { StageLayout } from '../tiers/layout/stage_layout';
import { travelsWhole } from './ghost';
import { moveWords, NARROW_PAD, PAD, wordsSize } from './move_words';
import type { Move } from './moves';
import { useMoveWords } from './use_move_words';

const EASING = 'cubic-bezier(.45,.05,.2,1)';

/** The source and the destination of a thing that travels into the picture. */
export interface Travel {
  readonly from: Box;
  readonly to: Box;
  readonly ms: number;
}

interface ThingProps {
  readonly move: Move;
  /** The place where it is drawn. */
  readonly at: Box;
  readonly travel: Travel | undefined;
  /** True for a thing that disappears at its destination, where its effect is drawn. */
  readonly vanishes: boolean;
  readonly layout: StageLayout;
}

/**
 * A thing that travels, drawn as its source draws it. Only its place and its opacity are animated.
 */
export function Thing({ move, at, travel, vanishes, layout }: ThingProps) {
  const group = useRef<SVGGElement>(null);
  const [gone, setGone] = useState(false);
  const from = useRef(travel);
  useLayoutEffect(() => {
    const { current } = from;
    if (!current || !group.current) return;
    const delta = (box: Box) =>
      `translate(${box.x + box.width / 2 - at.x - at.width / 2}px, ` +
      `${box.y + box.height / 2 - at.y - at.height / 2}px)`;
    const animation = group.current.animate(
      [{ transform: delta(current.from) }, { transform: delta(current.to) }],
      { duration: current.ms, easing: EASING },
    );
    animation.onfinish = () => setGone(vanishes);
    return () => animation.cancel();
  }, [at, vanishes]);
  if (gone) return null;
  const { item, brings } = move;
  const place = item && layout.places.find(({ id }) => id === item.structure);
  const whole =
    move.said === undefined && item && (brings.length === 0 || travelsWhole(item.item, brings));
  const Piece = whole && place && shapes[place.extent.shape].Piece;
  return (
    <g ref={group} className={`thing ${txnClass(move.txn)}`}>
      {item && place && Piece ? (
        <Piece
          item={{ ...item.item, state: 'in-flight', leaving: false }}
          box={sized(at, place.content.items.get(item.item.key))}
          context={place.context}
        />
      ) : (
        <Words move={move} box={at} layout={layout} />
      )}
    </g>
  );
}

/** The box with the size of the item in its structure, around the same middle. */
function sized(at: Box, own: Box | undefined): Box {
  if (!own) return at;
  return {
    x: at.x + at.width / 2 - own.width / 2,
    y: at.y + at.height / 2 - own.height / 2,
    width: own.width,
    height: own.height,
  };
}

/**
 * The words of a thing: the arriving part of an item, the number of items, or a text for what
 * belongs to no item.
 */
function Words({ move, box, layout }: { move: Move; box: Box; layout: StageLayout }) {
  const usual = useMoveWords();
  const { said, queued } = move;
  const words = said ?? moveWords(move, layout, usual);
  const small = words === '';
  // A resting thing may have less room than its words would take.
  const { width, height } = said === undefined ? wordsSize(words) : box;
  const own = {
    x: box.x + box.width / 2 - width / 2,
    y: box.y + box.height / 2 - height / 2,
    width,
    height,
  };
  return (
    <>
      <StateBox box={own} state="in-flight" txn={move.txn} />
      {!small && (
        <text
          className="caption"
          x={own.x + width / 2}
          y={own.y + height / 2 + 4}
          textAnchor="middle"
        >
          {fit(words, width - (queued ? NARROW_PAD : PAD), sansWidth)}
        </text>
      )}
    </>
  );
}
