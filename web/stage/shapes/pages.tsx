import type { Item, Structure } from '../../engine/protocol';
import { FieldText, placeFields } from './field_text';
import { StateBox, txnClass } from './marks';
import type { Box, DrawProps, ShapeContext, ShapeLayout, ShapeRenderer } from './shape';
import { fit, LINE, monoWidth, sansWidth } from './text_width';

const PAD = 8;
const GAP = 14;
const MIN_WIDTH = 132;
const MAX_WIDTH = 250;
const MAX_RECORDS = 8;

function numbered(item: Item) {
  return item.fields.map((field, index) => ({ field, index }));
}

/** A page's records in one or two columns, so that a full page stays short. */
function recordColumns(item: Item): number {
  const records = item.items ?? [];
  const widest = Math.max(0, ...records.map((record) => recordWidth(record)));
  return records.length > 4 && 2 * (widest + PAD) <= MAX_WIDTH ? 2 : 1;
}

function pageWidth(item: Item, context: ShapeContext): number {
  const records = item.items ?? [];
  const widest = Math.max(0, ...records.map((record) => recordWidth(record)));
  const header =
    monoWidth(context.pageName(item.label)) +
    item.tags.reduce((sum, tag) => sum + sansWidth(context.text(tag)) + 14, 0);
  return Math.min(
    MAX_WIDTH,
    context.maxWidth,
    Math.max(MIN_WIDTH, widest * recordColumns(item) + 2 * PAD, header + 2 * PAD + 8),
  );
}

/** A record without a label begins with its first field. */
function labelWidth(record: Item): number {
  return record.label === '' ? 0 : Math.max(14, monoWidth(record.label)) + 10;
}

function recordWidth(record: Item): number {
  return (
    20 +
    labelWidth(record) +
    record.fields.reduce((sum, field) => sum + monoWidth(field.value) + 12, 0)
  );
}

/** Records of the page that are not drawn. */
function moreRecords(item: Item): number {
  return Math.max(0, (item.items?.length ?? 0) - MAX_RECORDS) + (item.more ?? 0);
}

function pageHeight(item: Item, width: number, context: ShapeContext): number {
  const { lines } = placeFields(numbered(item), width - 2 * PAD, context);
  const rows = Math.ceil(Math.min(MAX_RECORDS, item.items?.length ?? 0) / recordColumns(item));
  const more = moreRecords(item) > 0 ? 14 : 0;
  return 22 + lines * LINE + rows * 18 + more + (rows > 0 ? 8 : 2);
}

function measure(structure: Structure, context: ShapeContext): ShapeLayout {
  const items = new Map<number, Box>();
  let x = 0;
  let y = 0;
  let rowHeight = 0;
  let right = 0;
  for (const item of structure.items) {
    const width = pageWidth(item, context);
    const height = pageHeight(item, width, context);
    if (x > 0 && x + width > context.maxWidth) {
      x = 0;
      y += rowHeight + GAP;
      rowHeight = 0;
    }
    items.set(item.key, { x, y, width, height });
    rowHeight = Math.max(rowHeight, height);
    x += width + GAP;
    right = Math.max(right, x - GAP);
  }
  return { width: Math.max(80, right), height: y + Math.max(rowHeight, 20), items, hidden: 0 };
}

function Records({ page, box, top }: { page: Item; box: Box; top: number }) {
  const columns = recordColumns(page);
  const columnWidth = (box.width - 2 * PAD) / columns;
  return (page.items ?? []).slice(0, MAX_RECORDS).map((record, index) => {
    const x = box.x + PAD + (index % columns) * columnWidth;
    const y = top + Math.floor(index / columns) * 18;
    let at = labelWidth(record);
    return (
      <g key={record.key} className={`record ${txnClass(record.txn)}`} data-inner={record.key}>
        <text className="mono" x={x} y={y}>
          {record.label}
        </text>
        {record.fields.map((field, fieldIndex) => {
          const width = monoWidth(field.value);
          const placed = {
            field,
            index: fieldIndex,
            x: at,
            line: 0,
            name: '',
            nameWidth: 0,
            width,
          };
          at += width + 12;
          return <FieldText key={field.name.en} placed={placed} x={x} y={y} />;
        })}
      </g>
    );
  });
}

function Draw({ structure, layout, context, frame }: DrawProps) {
  return (
    <>
      {structure.items.map((item) => {
        const box = layout.items.get(item.key);
        if (!box) return null;
        const { placed, lines } = placeFields(numbered(item), box.width - 2 * PAD, context);
        const tags = item.tags.map(context.text).join(' · ');
        const top = box.y + 34 + lines * LINE;
        return frame(
          item,
          box,
          <>
            <StateBox box={box} state={item.state} txn={0} />
            <text className="mono" x={box.x + PAD} y={box.y + 16}>
              {fit(context.pageName(item.label), box.width - 2 * PAD, monoWidth)}
            </text>
            {tags !== '' && (
              <text
                className="caption tag"
                x={box.x + box.width - PAD}
                y={box.y + 16}
                textAnchor="end"
              >
                {tags}
              </text>
            )}
            {placed.map((each) => (
              <FieldText key={each.index} placed={each} x={box.x + PAD} y={box.y + 33} />
            ))}
            {item.items && item.items.length > 0 && (
              <>
                <line
                  className="rule"
                  x1={box.x + PAD}
                  x2={box.x + box.width - PAD}
                  y1={top - 15}
                  y2={top - 15}
                />
                <Records page={item} box={box} top={top} />
                {moreRecords(item) > 0 && (
                  <text
                    className="caption"
                    x={box.x + box.width - PAD}
                    y={box.y + box.height - 6}
                    textAnchor="end"
                  >
                    {context.moreName(moreRecords(item))}
                  </text>
                )}
              </>
            )}
          </>,
        );
      })}
    </>
  );
}

/** Pages with their header fields and the records inside. */
export const pages: ShapeRenderer = { measure, Draw };
