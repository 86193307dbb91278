import { useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from '../../ui/i18n';
import { fit, sansWidth } from '../../ui/text_width';
import { useText } from '../../ui/use_text';
import { shapes } from '../shapes';
import { StateBox, txnClass } from '../shapes/marks';
import type { Box } from '../shapes/shape';
import { ghostName, ghostWords, travelsWhole } from './ghost';
import type { Move } from './moves';
import type { StageLayout } from './stage_layout';

const EASING = 'cubic-bezier(.45,.05,.2,1)';

/** From where to where a thing travels when it comes into the picture. */
export interface Travel {
  readonly from: Box;
  readonly to: Box;
  readonly ms: number;
}

export const isSmall = ({ transfer }: Move): boolean =>
  transfer.kind === 'store' || transfer.kind === 'acknowledge' || transfer.size <= 8;

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
export function Thing({ move, at, travel, vanishes, layout }: ThingProps) {
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
  const { item, brings } = move;
  const place = item && layout.places.find(({ id }) => id === item.structure);
  const whole = item && (brings.length === 0 || travelsWhole(item.item, brings));
  const Piece = whole && !move.queued && place && shapes[place.extent.shape].Piece;
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

/** More is not read while it travels. */
const MOST_WIDTH = 200;
const HEIGHT = 22;
const PAD = 7;
/** The same of what is in a queue, and the width below which it has no words. */
const QUEUED_PAD = 3;
const LEAST_WORDS = 14;

/** What comes of an item, how many items come, or what is of no item: in words. */
function Words({ move, box, layout }: { move: Move; box: Box; layout: StageLayout }) {
  const said = useMoveWords()(move, layout);
  const name = useText();
  // In a queue each has little room: what it is comes before what it will be.
  const most = move.queued ? box.width : MOST_WIDTH;
  const pad = move.queued ? QUEUED_PAD : PAD;
  const isLong = move.queued && sansWidth(said) + pad > most;
  const words = isLong && move.item ? ghostName(move.item.item, move.brings, name) : said;
  const small = words === '' || most < LEAST_WORDS;
  const width = small ? Math.min(26, most) : Math.min(sansWidth(words) + 2 * pad, most);
  const height = move.queued ? box.height : small ? 14 : HEIGHT;
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
          {fit(words, width - pad, sansWidth)}
        </text>
      )}
    </>
  );
}

/** The words of a thing that travels; none for one of which nobody shows anything. */
function useMoveWords() {
  const { t } = useTranslation();
  const text = useText();
  return (move: Move, layout: StageLayout): string => {
    const { item, brings, count, transfer } = move;
    if (count > 1) return t('transfer.items', { count });
    if (item && brings.length > 0) return ghostWords(item.item, brings, text);
    const all = [...layout.places, ...layout.folded];
    const { structure } = transfer.kind === 'page-read' ? transfer.from : transfer.to;
    const place = all.find(({ id }) => id === structure);
    if (place) return text(place.extent.title);
    return isSmall(move) ? '' : t(`transfer.${transfer.kind}`);
  };
}
