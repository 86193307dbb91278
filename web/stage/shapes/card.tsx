import type { Field, Item } from '../../engine/protocol';
import { isNewer } from '../../model/frame/durable_frame';
import { fit, LINE, monoWidth, sansWidth } from '../../ui/text_width';
import { FieldText, placeFields } from './field_text';
import { BitDot, ItemBox, NewerMark } from './marks';
import type { Box, Density, ShapeContext } from './shape';
import { splitBits } from './shape';

const PAD = 8;
const HEAD = 20;

/** `LSN 12`: the label with the name of the field that it repeats. */
function headingOf(item: Item, context: ShapeContext): string {
  const first = item.fields[0];
  const name = first && first.value === item.label ? context.text(first.name) : '';
  return [name, item.label].filter((part) => part !== '').join(' ');
}

/** What kind of record it is, where that is more than the change of a value. */
function kindWord({ fields }: Item, context: ShapeContext): string {
  const kind = fields.find(({ role }) => role === 'kind');
  if (!kind || /^update$/i.test(kind.value)) return '';
  return kind.text ? context.text(kind.text) : kind.value;
}

/** Between the number and the word of a card that has no other line. */
const WORD_GAP = 5;

interface Head {
  readonly label: string;
  /** Of whom it is. */
  readonly name: string;
  /** In a card that has no other line: END, CLR, commit. */
  readonly word: string;
}

/**
 * The card's first line. Where there is no other and not enough room, the word stands in the place
 * of the transaction's name, whose colour the card has.
 */
function headOf(item: Item, width: number, bits: number, context: ShapeContext): Head {
  const own = context.txnName(item.txn);
  const all = width - bits * 10;
  const roomBeside = (name: string) => all - (name === '' ? 0 : sansWidth(name) + 6);
  const heading = headingOf(item, context);
  const label = monoWidth(heading) <= roomBeside(own) ? heading : item.label;
  const word = context.density === 'heading' ? kindWord(item, context) : '';
  if (word === '') return { label, name: own, word };
  const needed = monoWidth(item.label) + WORD_GAP + sansWidth(word);
  const name = [own, ''].find((each) => needed <= roomBeside(each));
  if (name === undefined) return { label, name: own, word: '' };
  return { label: item.label, name, word };
}

interface Parts {
  /** `update A`. */
  readonly what: readonly string[];
  /** `100 → 101`. */
  readonly images: readonly { readonly field: Field; readonly index: number }[];
  /** Whatever else there is. */
  readonly rest: readonly { readonly field: Field; readonly index: number }[];
}

function partsOf(item: Item, context: ShapeContext): Parts {
  const fields = item.fields.map((field, index) => ({ field, index }));
  const kind = fields.find(({ field }) => field.role === 'kind')?.field;
  const subject = fields.find(({ field }) => field.role === 'subject')?.field;
  const said = (field: Field) => (field.text ? context.text(field.text) : field.value);
  return {
    what: [kind && said(kind), subject && said(subject)].filter((part) => part !== undefined),
    images: fields.filter(({ field }) => field.role === 'image'),
    rest: fields.filter(
      ({ field, index }) =>
        field.bit !== true &&
        // An address says nothing to a student; whoever wants it selects the item.
        field.role !== 'address' &&
        // A pointer to another card is an arrow.
        !(field.role === 'pointer' && item.links.some(({ name }) => name.en === field.name.en)) &&
        field.role !== 'kind' &&
        field.role !== 'subject' &&
        field.role !== 'image' &&
        !(index === 0 && field.value === item.label),
    ),
  };
}

/** Lines below the heading. */
function linesOf(item: Item, width: number, context: ShapeContext): number {
  if (context.density === 'heading') return 0;
  if (context.density === 'compact') return 1;
  const { what, images, rest } = partsOf(item, context);
  const others = placeFields(rest, width - 2 * PAD, context).lines;
  return (what.length > 0 ? 1 : 0) + (images.length > 0 ? 1 : 0) + others;
}

/** Height of cards of this width that hold any of the items. */
export function cardHeight(items: readonly Item[], width: number, context: ShapeContext): number {
  const lines = Math.max(
    context.density === 'heading' ? 0 : 1,
    ...items.map((item) => linesOf(item, width, context)),
  );
  return HEAD + lines * LINE + 5;
}

/** The least width at which a card's heading and first line can be read. */
export function cardWidth(items: readonly Item[], density: Density, context: ShapeContext): number {
  const widest = Math.max(
    0,
    ...items.map((item) => {
      const { what, images } = partsOf(item, context);
      const name = sansWidth(context.txnName(item.txn));
      const heading = monoWidth(density === 'full' ? headingOf(item, context) : item.label);
      const bits = item.fields.filter(({ bit }) => bit).length * 10;
      const head = heading + name + bits + 10;
      if (density === 'heading') return head;
      if (density === 'compact') return Math.max(head, monoWidth(what.at(-1) ?? ''));
      const image = monoWidth(images.map(({ field }) => field.value).join(' → '));
      return Math.max(head, monoWidth(what.join(' ')), image);
    }),
  );
  const most = density === 'full' ? 172 : 132;
  return Math.min(most, Math.max(52, widest + 2 * PAD));
}

/**
 * The one line of a small card: what it is about, and both images, or where these are too long the
 * newest.
 */
function brief(item: Item, width: number, context: ShapeContext): string {
  const { what, images } = partsOf(item, context);
  const image = images.at(-1)?.field.value;
  if (what.length > 1 && image !== undefined) {
    const word = kindWord(item, context);
    const about = `${word} ${what[1]}`.trim();
    const both = `${about} ${images.map(({ field }) => field.value).join('→')}`;
    const newest = `${about} ${image}`;
    const shortest = word === '' ? newest : about;
    return [both, newest].find((each) => sansWidth(each) <= width) ?? shortest;
  }
  if (what.length > 0) return what.join(' ');
  if (images.length > 0) return images.map(({ field }) => field.value).join(' → ');
  const rest = partsOf(item, context).rest[0]?.field;
  return rest ? `${context.text(rest.name)} ${rest.value}` : '';
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

/** One object: its number and whose it is, what it says, and its bits. */
export function Card({ item, box, context }: { item: Item; box: Box; context: ShapeContext }) {
  const { bits } = splitBits(item.fields);
  const width = box.width - 2 * PAD;
  const x = box.x + PAD;
  const { what, images, rest } = partsOf(item, context);
  const { label, name, word } = headOf(item, width, bits.length, context);
  const room = width - bits.length * 10 - (name === '' ? 0 : sansWidth(name) + 6);
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
      <text className="mono label" x={x} y={box.y + 15}>
        {fit(label, room, monoWidth)}
      </text>
      {word !== '' && (
        <text className="card-brief" x={x + monoWidth(label) + WORD_GAP} y={box.y + 15}>
          {word}
        </text>
      )}
      {name !== '' && (
        <text
          className="card-txn"
          x={box.x + box.width - PAD - bits.length * 10}
          y={box.y + 15}
          textAnchor="end"
        >
          {name}
        </text>
      )}
      {bits.map((field, index) => (
        <BitDot
          key={field.address}
          field={field}
          cx={box.x + box.width - PAD - 3 - index * 10}
          cy={box.y + 11}
        />
      ))}
      {!full && lines > 0 && (
        <text className="card-brief" x={x} y={box.y + HEAD + 11}>
          {fit(brief(item, width, context), width, sansWidth)}
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
