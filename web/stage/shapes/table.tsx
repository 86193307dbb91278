import type { Item, Structure, StructureExtent } from '../../engine/protocol';
import { fit, monoWidth, sansWidth } from '../../ui/text_width';
import { FieldText } from './field_text';
import type { Box, DrawProps, ShapeContext, ShapeLayout, ShapeRenderer } from './shape';

const ROW = 20;
const HEADER = 15;
const NO_HEADER = 3;
const GAP = 12;

interface Columns {
  readonly names: readonly string[];
  /** Left edge of the label, then of each field, then of the tags. */
  readonly x: readonly number[];
  readonly width: number;
}

export function columnsOf(structure: Structure, context: ShapeContext): Columns {
  const longest = structure.items.reduce<Item | undefined>(
    (most, item) => (item.fields.length > (most?.fields.length ?? -1) ? item : most),
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
  const tags = structure.items.map((item) => sansWidth(tagText(item, context)));
  right += Math.max(0, ...tags);
  return { names, x, width: Math.max(60, right) };
}

/** What is named after nothing else is the transaction's. */
const labelOf = ({ label, txn }: Item, context: ShapeContext): string =>
  label === '' && txn > 0 ? context.txnName(txn) : label;

export function tagText(item: Item, context: ShapeContext): string {
  return item.tags.map(context.text).join(' · ');
}

function rowBox(row: number, width: number, header: boolean): Box {
  return { x: 0, y: (header ? HEADER : NO_HEADER) + row * ROW, width, height: ROW };
}

/** As many rows as are ever needed at one time. */
function measure(extent: StructureExtent, context: ShapeContext): ShapeLayout {
  const { width, names } = columnsOf(extent, context);
  const own = Math.min(width, context.maxWidth);
  const height = rowBox(Math.max(1, extent.most), own, names.length > 0).y;
  const head = names.length > 0 ? HEADER : NO_HEADER;
  return { width: own, height, items: new Map(), row: ROW, head };
}

function locate(
  structure: Structure,
  layout: ShapeLayout,
  extent: StructureExtent,
  context: ShapeContext,
) {
  const header = columnsOf(extent, context).names.length > 0;
  const items = new Map<number, Box>();
  structure.items.forEach((item, row) => {
    // Several rows may be about one thing (requests for one lock): the first is its place.
    if (!items.has(item.key)) items.set(item.key, rowBox(row, layout.width, header));
  });
  return items;
}

function Draw({ structure, extent, layout, context, frame }: DrawProps) {
  const { names, x } = columnsOf(extent, context);
  return (
    <>
      {names.map((name, index) => (
        <text key={name} className="field-name" x={x[index + 1]} y={10}>
          {name}
        </text>
      ))}
      {names.length > 0 && (
        <line className="rule" x1={0} x2={layout.width} y1={HEADER} y2={HEADER} />
      )}
      {structure.items.map((item, row) => {
        const box = rowBox(row, layout.width, names.length > 0);
        const baseline = box.y + 14;
        return frame(
          item,
          box,
          <>
            <rect {...box} className="row" />
            <text className="mono label" x={2} y={baseline}>
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
                x={0}
                y={baseline}
              />
            ))}
            <text className="caption tag" x={x[x.length - 1]} y={baseline}>
              {fit(
                tagText(item, context),
                Math.max(20, layout.width - (x.at(-1) ?? 0) + 4),
                sansWidth,
              )}
            </text>
          </>,
        );
      })}
    </>
  );
}

/** Rows and columns: locks, transactions. */
export const table: ShapeRenderer = { measure, locate, Draw };
