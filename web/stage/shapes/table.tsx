import { type ReactNode, useId } from 'react';
import type { Item, Structure, StructureExtent } from '../../engine/protocol';
import { fit, monoWidth, sansWidth } from '../../ui/text_width';
import { FieldText } from './field_text';
import { txnClass } from './marks';
import {
  type Box,
  boundsOf,
  type DrawProps,
  type ShapeContext,
  type ShapeLayout,
  type ShapeRenderer,
} from './shape';

const rowHeight = ({ density }: ShapeContext): number => (density === 'heading' ? 17 : 20);
const HEADER = 15;
const NO_HEADER = 3;
const GAP = 12;
/** The gap between two halves of a table, and the number of rows from which it is halved. */
const BESIDE = 16;
const FEW = 4;

interface Columns {
  readonly names: readonly string[];
  /** The left edges of the label, of each field, of the items inside, and of the tags. */
  readonly x: readonly number[];
  readonly width: number;
}

/** The gap between two items inside a row, and between the fields of one. */
const INSIDE = 16;
const BETWEEN = 8;

const partWidth = ({ fields }: Item): number =>
  fields.reduce((sum, { value }) => sum + monoWidth(value) + BETWEEN, -BETWEEN);

/** The offsets of the items inside a row, from the first one on: the records of a page. */
function partsOf({ items = [] }: Item): readonly { readonly part: Item; readonly x: number }[] {
  let x = 0;
  return items.map((part) => {
    const own = { part, x };
    x += partWidth(part) + INSIDE;
    return own;
  });
}

const insideWidth = ({ items = [] }: Item): number =>
  items.reduce((sum, part) => sum + partWidth(part) + INSIDE, 0);

/** The heads of the columns are those of the longest row with a number, not of one with a name. */
const rank = ({ label, fields }: Item): number => fields.length + (/^\d+$/.test(label) ? 0.5 : 0);

export function columnsOf(structure: Structure, context: ShapeContext): Columns {
  const longest = structure.items.reduce<Item | undefined>(
    (most, item) => (rank(item) > (most ? rank(most) : -1) ? item : most),
    undefined,
  );
  const names = longest?.fields.map((field) => context.text(field.name)) ?? [];
  const x = [0];
  const labels = structure.items.map((item) => monoWidth(labelOf(item, context)));
  let right = Math.max(18, ...labels) + GAP;
  names.forEach((name, index) => {
    x.push(right);
    const values = structure.items.map((item) => monoWidth(item.fields[index]?.value ?? ''));
    right += Math.max(sansWidth(name), ...values) + GAP;
  });
  x.push(right);
  right += Math.max(0, ...structure.items.map(insideWidth));
  x.push(right);
  const tags = structure.items.map((item) => sansWidth(tagText(item, context)));
  right += Math.max(0, ...tags);
  return { names, x, width: Math.max(60, right) };
}

/** The label of a row; one without a name of its own has the transaction's. */
const labelOf = ({ label, txn }: Item, context: ShapeContext): string =>
  label === '' && txn > 0 ? context.txnName(txn) : label;

export function tagText(item: Item, context: ShapeContext): string {
  return item.tags.map(context.text).join(' · ');
}

/**
 * The places of rows: below one another; where there is hardly any height, the second half beside
 * the first.
 */
interface Rows {
  readonly width: number;
  readonly perColumn: number;
  readonly columns: number;
  readonly head: number;
  readonly height: number;
}

function rowsOf(extent: StructureExtent, context: ShapeContext): Rows {
  const { width, names } = columnsOf(extent, context);
  const most = Math.max(1, extent.most);
  const two = most > FEW && context.density === 'heading' && 2 * width + BESIDE <= context.maxWidth;
  const columns = two ? 2 : 1;
  return {
    width: Math.min(width, context.maxWidth),
    perColumn: Math.ceil(most / columns),
    columns,
    head: names.length > 0 ? HEADER : NO_HEADER,
    height: rowHeight(context),
  };
}

function rowBox(row: number, { width, perColumn, columns, head, height }: Rows): Box {
  // Rows beyond the planned number go on below.
  const column = Math.min(columns - 1, Math.floor(row / perColumn));
  const y = head + (row - column * perColumn) * height;
  return { x: column * (width + BESIDE), y, width, height };
}

/** Lays out as many rows as are ever needed at one time. */
function measure(extent: StructureExtent, context: ShapeContext): ShapeLayout {
  const rows = rowsOf(extent, context);
  const { width, perColumn, columns, head, height } = rows;
  return {
    width: columns * (width + BESIDE) - BESIDE,
    height: head + perColumn * height,
    items: new Map(),
    row: height,
    head,
  };
}

function locate(
  structure: Structure,
  _layout: ShapeLayout,
  extent: StructureExtent,
  context: ShapeContext,
) {
  const rows = rowsOf(extent, context);
  const items = new Map<number, Box>();
  structure.items.forEach((item, row) => {
    // Several rows may be about one thing (requests for one lock): its place covers all of them.
    const all = [items.get(item.key) ?? [], rowBox(row, rows)].flat();
    items.set(item.key, boundsOf(all) as Box);
  });
  return items;
}

/** The names of the columns. */
function Header({
  names,
  x,
  left,
  top,
  width,
}: Pick<Columns, 'names' | 'x'> & Record<'left' | 'top' | 'width', number>) {
  if (names.length === 0) return null;
  return (
    <g transform={`translate(${left} ${top})`}>
      {names.map((name, index) => (
        <text key={name} className="field-name" x={x[index + 1]} y={10}>
          {name}
        </text>
      ))}
      <line className="rule" x1={0} x2={width} y1={HEADER} y2={HEADER} />
    </g>
  );
}

/** The items inside a row, one after the other: the records of a page. */
function Parts({ item, x, y }: { item: Item; x: number; y: number }) {
  return partsOf(item).map(({ part, x: from }) => {
    let at = from;
    return (
      <g key={part.key} className={`record ${txnClass(part.txn)}`} data-inner={part.key}>
        {part.fields.map((field, index) => {
          const width = monoWidth(field.value);
          const placed = { field, index, x: at, line: 0, name: '', nameWidth: 0, width };
          at += width + BETWEEN;
          return <FieldText key={field.name.en} placed={placed} x={x} y={y} />;
        })}
      </g>
    );
  });
}

/** Scrolled rows end below the names of the columns, or where these would be. */
function BelowHeader({
  top,
  head,
  width,
  children,
}: Record<'top' | 'head' | 'width', number> & Inside) {
  const clip = useId();
  if (top === 0) return children;
  return (
    <>
      <clipPath id={clip}>
        <rect x={-8} y={top + head} width={width + 16} height={1e5} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>{children}</g>
    </>
  );
}

interface Inside {
  readonly children: ReactNode;
}

function Draw({ structure, extent, layout, context, scroll, frame }: DrawProps) {
  const { names, x } = columnsOf(extent, context);
  const rows = rowsOf(extent, context);
  return (
    <>
      {Array.from({ length: rows.columns }, (_, column) => {
        const left = rowBox(column * rows.perColumn, rows).x;
        return (
          <Header key={left} names={names} x={x} left={left} top={scroll} width={rows.width} />
        );
      })}
      <BelowHeader top={scroll} head={rows.head} width={layout.width}>
        {structure.items.map((item, row) => {
          const box = rowBox(row, rows);
          const baseline = box.y + rows.height - 5;
          return frame(
            item,
            box,
            <>
              <rect {...box} className="row" />
              <text className="mono label" x={box.x + 2} y={baseline}>
                {labelOf(item, context)}
              </text>
              {item.fields.map((field, index) => (
                <FieldText
                  key={`${names[index]}`}
                  placed={{
                    field,
                    index,
                    x: x[index + 1] ?? 0,
                    line: 0,
                    name: '',
                    nameWidth: 0,
                    width: monoWidth(field.value),
                  }}
                  x={box.x}
                  y={baseline}
                />
              ))}
              <Parts item={item} x={box.x + (x.at(-2) ?? 0)} y={baseline} />
              <text className="caption tag" x={box.x + (x.at(-1) ?? 0)} y={baseline}>
                {fit(
                  tagText(item, context),
                  Math.max(20, box.width - (x.at(-1) ?? 0) + 4),
                  sansWidth,
                )}
              </text>
            </>,
          );
        })}
      </BelowHeader>
    </>
  );
}

/** Rows and columns: locks, transactions, and slots with what is in them. */
export const table: ShapeRenderer = { measure, locate, Draw };
