import type { Item, Structure } from '../../engine/protocol';
import { FieldText } from './field_text';
import type { Box, DrawProps, ShapeContext, ShapeLayout, ShapeRenderer } from './shape';
import { fit, monoWidth, sansWidth } from './text_width';

const ROW = 20;
const HEADER = 15;
const GAP = 12;
const MAX_ROWS = 10;

interface Columns {
  readonly names: readonly string[];
  /** Left edge of the label, then of each field, then of the tags. */
  readonly x: readonly number[];
  readonly width: number;
}

function columnsOf(structure: Structure, context: ShapeContext): Columns {
  const longest = structure.items.reduce<Item | undefined>(
    (most, item) => (item.fields.length > (most?.fields.length ?? -1) ? item : most),
    undefined,
  );
  const names = longest?.fields.map((field) => context.text(field.name)) ?? [];
  const x = [0];
  let right = Math.max(18, ...structure.items.map((item) => monoWidth(item.label))) + GAP;
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

function tagText(item: Item, context: ShapeContext): string {
  return item.tags.map(context.text).join(' · ');
}

function measure(structure: Structure, context: ShapeContext): ShapeLayout {
  const { width } = columnsOf(structure, context);
  const shown = structure.items.slice(0, MAX_ROWS);
  const items = new Map<number, Box>();
  const own = Math.min(width, context.maxWidth);
  shown.forEach((item, row) => {
    items.set(item.key, { x: 0, y: HEADER + row * ROW, width: own, height: ROW });
  });
  return {
    width: own,
    height: HEADER + Math.max(1, shown.length) * ROW,
    items,
    hidden: structure.items.length - shown.length,
  };
}

function Draw({ structure, layout, context, frame }: DrawProps) {
  const { names, x } = columnsOf(structure, context);
  return (
    <>
      {names.map((name, index) => (
        <text key={name} className="field-name" x={x[index + 1]} y={10}>
          {name}
        </text>
      ))}
      <line className="rule" x1={0} x2={layout.width} y1={HEADER} y2={HEADER} />
      {structure.items.map((item) => {
        const box = layout.items.get(item.key);
        if (!box) return null;
        const baseline = box.y + 14;
        return frame(
          item,
          box,
          <>
            <rect {...box} className="row" />
            <text className="mono label" x={2} y={baseline}>
              {item.label}
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
export const table: ShapeRenderer = { measure, Draw };
