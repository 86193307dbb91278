import type { Item, StructureExtent } from '../../engine/protocol';
import { fit, sansWidth } from '../../ui/text_width';
import { StateBox } from './marks';
import type { Box, DrawProps, ShapeContext, ShapeLayout, ShapeRenderer } from './shape';

const GAP = 4;
const PAD = 8;
const LEAST = 52;
const LINE = 13;

/**
 * The number of writes, `writes 4`, is shown where there is hardly any room: it is what the places
 * are about.
 */
const brief = (tag: string): string => tag.replace(/^\D+ (\d+)$/, '$1×');

/** The lines of a place: its content, the number of writes, and its state. */
const rowsOf = ({ tags }: Item, { text, density }: ShapeContext): readonly string[] => {
  const [what = '', ...more] = tags.map(text);
  return density === 'heading'
    ? [[what, ...more.map(brief)].filter(Boolean).join(' · ')]
    : [what, more.join(' · ')];
};

const wordsWidth = (item: Item, context: ShapeContext): number =>
  Math.max(...rowsOf(item, context).map((row) => sansWidth(row)));

/** Places side by side in their order; the content of each may change over time. */
function measure(extent: StructureExtent, context: ShapeContext): ShapeLayout {
  const { maxWidth } = context;
  const widest = Math.max(LEAST, ...extent.items.map((item) => wordsWidth(item, context))) + PAD;
  const fits = Math.max(1, Math.floor((maxWidth + GAP) / (widest + GAP)));
  const rows = Math.ceil(extent.items.length / fits);
  const columns = Math.max(1, Math.ceil(extent.items.length / Math.max(1, rows)));
  const width = Math.min(widest, (maxWidth + GAP) / columns - GAP);
  const height = context.density === 'heading' ? LINE + 5 : 2 * LINE + 6;
  const box = (index: number): Box => ({
    x: (index % columns) * (width + GAP),
    y: Math.floor(index / columns) * (height + GAP),
    width,
    height,
  });
  return {
    width: columns * (width + GAP) - GAP,
    height: rows * (height + GAP) - GAP,
    items: new Map(extent.items.map(({ key }, index) => [key, box(index)])),
    row: height + GAP,
    gap: GAP,
  };
}

function Draw({ structure, layout, context, frame }: DrawProps) {
  return (
    <>
      {structure.items.map((item) => {
        const box = layout.items.get(item.key);
        if (!box) return null;
        return frame(
          item,
          box,
          <>
            <StateBox box={box} state={item.state} txn={0} />
            {rowsOf(item, context).map((row, index) => (
              <text
                key={index === 0 ? 'what' : 'writes'}
                className={index === 0 ? 'label' : 'caption'}
                x={box.x + box.width / 2}
                y={box.y + LINE * (index + 1) - 1}
                textAnchor="middle"
              >
                {fit(row, box.width - 4, sansWidth)}
              </text>
            ))}
          </>,
        );
      })}
    </>
  );
}

/** The places of a device that moves its content. */
export const places: ShapeRenderer = { measure, Draw };
