import type { Item } from '../../engine/protocol';
import { isNewer } from '../../model/frame/durable_frame';
import { fit, LINE, monoWidth, sansWidth } from '../../ui/text_width';
import {
  cardInside,
  cardWords,
  cutBrief,
  headingOf,
  type Parts,
  padOf,
  partsOf,
  WORD_GAP,
  whatOf,
  wishedWidth,
} from './card_words';
import { FieldText, placeFields } from './field_text';
import { BitDot, ItemBox, NewerMark } from './marks';
import type { Box, Density, ShapeContext } from './shape';
import { splitBits } from './shape';

const PAD = 8;
const HEAD = 20;
const LOW_HEIGHT = 22;
/** The greatest width of a card: longer words are cut. */
const MOST = { full: 172, compact: 132, heading: 104 } as const;

/** Lines below the heading. */
function linesOf(item: Item, width: number, context: ShapeContext): number {
  if (context.density === 'compact') return 1;
  const parts = partsOf(item, context);
  const { images, rest } = parts;
  const others = placeFields(rest, width - 2 * PAD, context).lines;
  return (whatOf(parts).length > 0 ? 1 : 0) + (images.length > 0 ? 1 : 0) + others;
}

/** Height of cards of this width that hold any of the items. */
export function cardHeight(items: readonly Item[], width: number, context: ShapeContext): number {
  if (context.density === 'heading') return LOW_HEIGHT;
  const lines = Math.max(1, ...items.map((item) => linesOf(item, width, context)));
  return HEAD + lines * LINE + 5;
}

/** The room for all lines of a card but the last ones. */
function fullWidth(item: Item, context: ShapeContext): number {
  const parts = partsOf(item, context);
  const name = sansWidth(context.txnName(item.txn));
  const bits = item.fields.filter(({ bit }) => bit).length * 10;
  const image = monoWidth(parts.images.map(({ field }) => field.value).join(' → '));
  const head = monoWidth(headingOf(item, context)) + name + bits + 10;
  return Math.max(head, monoWidth(whatOf(parts).join(' ')), image);
}

/** The least width at which a card's heading and first line can be read. */
export function cardWidth(items: readonly Item[], density: Density, context: ShapeContext): number {
  const own = { ...context, density };
  const wished = items.map((item) =>
    density === 'full' ? fullWidth(item, own) : wishedWidth(item, own),
  );
  const widest = Math.max(0, ...wished);
  return Math.min(MOST[density], Math.max(52, widest + 2 * padOf(own)));
}

function Images({
  images,
  x,
  y,
  width,
}: {
  images: Parts['images'];
  x: number;
  y: number;
  width: number;
}) {
  const newer = images.some(({ field }) => isNewer(field));
  const text = fit(images.map(({ field }) => field.value).join(' → '), width, monoWidth);
  return (
    <g className="field" data-field={images[0]?.index}>
      <text className="field-value" x={x} y={y}>
        {text}
      </text>
      {newer && <NewerMark x={x + monoWidth(text) + 5} y={y - 4} />}
    </g>
  );
}

/** The first line of a card: its number, other words that have room, its transaction, its bits. */
function Heading({ item, box, context }: CardProps) {
  const { bits } = splitBits(item.fields);
  const pad = padOf(context);
  const right = box.x + box.width - pad;
  const { label, beside, name } = cardHeading(item, cardInside(box, context), context);
  const nameWidth = name === '' ? 0 : sansWidth(name) + WORD_GAP;
  const room = cardInside(box, context) - bits.length * 10 - nameWidth;
  const shown = fit(label, room, monoWidth);
  const at = monoWidth(shown) + WORD_GAP;
  return (
    <>
      <text className="mono label" x={box.x + pad} y={box.y + 15}>
        {shown}
      </text>
      {beside !== '' && (
        <text className="card-brief" x={box.x + pad + at} y={box.y + 15}>
          {cutBrief(beside, room - at)}
        </text>
      )}
      {name !== '' && (
        <text className="card-txn" x={right - bits.length * 10} y={box.y + 15} textAnchor="end">
          {name}
        </text>
      )}
      {bits.map((field, index) => (
        <BitDot key={field.address} field={field} cx={right - 3 - index * 10} cy={box.y + 11} />
      ))}
    </>
  );
}

function cardHeading(item: Item, width: number, context: ShapeContext) {
  if (context.density !== 'full') return cardWords(item, width, context);
  const name = context.txnName(item.txn);
  const bits = item.fields.filter(({ bit }) => bit).length * 10;
  const heading = headingOf(item, context);
  const room = width - bits - (name === '' ? 0 : sansWidth(name) + 6);
  return { label: monoWidth(heading) <= room ? heading : item.label, beside: '', name };
}

interface CardProps {
  readonly item: Item;
  readonly box: Box;
  readonly context: ShapeContext;
}

/** An object: its number and transaction, its content, and its bits. */
export function Card({ item, box, context }: CardProps) {
  const width = box.width - 2 * PAD;
  const x = box.x + PAD;
  const parts = partsOf(item, context);
  const { images, rest } = parts;
  const what = whatOf(parts);
  const full = context.density === 'full';
  const lines = Math.floor((box.height - HEAD) / LINE);
  const whatLine = what.length > 0 ? 1 : 0;
  const below = whatLine + (images.length > 0 ? 1 : 0);
  const { placed } = placeFields(rest, width, context);
  const tags = item.tags.map(context.text).join(' · ');
  const tagsAt = full && tags !== '' ? below + (placed.at(-1)?.line ?? -1) + 1 : lines;
  return (
    <>
      <ItemBox item={item} box={box} />
      <Heading item={item} box={box} context={context} />
      {!full && lines > 0 && (
        <text className="card-brief" x={x} y={box.y + HEAD + 11}>
          {cutBrief(cardWords(item, width, context).below, width)}
        </text>
      )}
      {full && what.length > 0 && (
        <text
          className={`card-what ${what.length === 1 ? 'alone' : ''}`}
          x={x}
          y={box.y + HEAD + 12}
        >
          {fit(what.join(' '), width, sansWidth)}
        </text>
      )}
      {full && images.length > 0 && (
        <Images images={images} x={x} y={box.y + HEAD + 12 + whatLine * LINE} width={width} />
      )}
      {full &&
        placed
          .filter((each) => each.line + below < lines)
          .map((each) => (
            <FieldText key={each.index} placed={each} x={x} y={box.y + HEAD + 12 + below * LINE} />
          ))}
      {tagsAt < lines && (
        <text className="caption" x={x} y={box.y + HEAD + 12 + tagsAt * LINE}>
          {fit(tags, width, sansWidth)}
        </text>
      )}
    </>
  );
}
