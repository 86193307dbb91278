import type { Item, StructureExtent } from '../../engine/protocol';
import { fit, monoWidth } from '../../ui/text_width';
import { StateBox, txnClass } from './marks';
import type { Box, DrawProps, ShapeContext, ShapeLayout, ShapeRenderer } from './shape';

const HEIGHT = 26;
const GAP = 16;
const ROW = 34;

function boxWidth(item: Item): number {
  return Math.max(32, monoWidth(innerText(item)) + 14);
}

function innerText(item: Item): string {
  const values = item.fields.filter(({ role }) => role !== 'address').map(({ value }) => value);
  return [item.label, ...values].join(' ').trim();
}

function measure(structure: StructureExtent, context: ShapeContext): ShapeLayout {
  const items = new Map<number, Box>();
  let right = 0;
  structure.items.forEach((bucket, row) => {
    let x = 0;
    for (const item of [bucket, ...(bucket.items ?? [])]) {
      const width = boxWidth(item);
      if (x + width > context.maxWidth) break;
      items.set(item.key, { x, y: row * ROW, width, height: HEIGHT });
      x += width + GAP;
    }
    right = Math.max(right, x - GAP);
  });
  return {
    width: Math.max(60, right),
    height: Math.max(1, structure.items.length) * ROW - 8,
    items,
    row: ROW,
  };
}

function Draw({ structure, layout, frame }: DrawProps) {
  return (
    <>
      {structure.items.map((bucket) => {
        const chain = [bucket, ...(bucket.items ?? [])];
        return (
          <g key={bucket.key}>
            {chain.map((item, index) => {
              const box = layout.items.get(item.key);
              if (!box) return null;
              const next = chain[index + 1] && layout.items.get(chain[index + 1]?.key ?? -1);
              return (
                <g key={item.key} className={txnClass(item.txn)}>
                  {next && (
                    <path
                      className="link"
                      d={`M${box.x + box.width} ${box.y + HEIGHT / 2} L${next.x - 1} ${box.y + HEIGHT / 2}`}
                      markerEnd="url(#link-end)"
                    />
                  )}
                  {frame(
                    item,
                    box,
                    <>
                      <StateBox box={box} state={item.state} txn={item.txn} />
                      <text className="mono label" x={box.x + 7} y={box.y + 17}>
                        {fit(innerText(item), box.width - 8, monoWidth)}
                      </text>
                    </>,
                  )}
                </g>
              );
            })}
          </g>
        );
      })}
    </>
  );
}

/** Buckets and what hangs on them. */
export const chains: ShapeRenderer = { measure, Draw };
