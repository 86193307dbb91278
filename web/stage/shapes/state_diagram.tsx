import { fit, sansWidth } from '../../ui/text_width';
import type { Box, DrawProps } from './shape';
import { columnsOf, table, tagText } from './table';

const RADIUS = 7;
const MIDDLE = 15;
/** The distance of an arrow from the middle of the circles, and of its head from its point. */
const ASIDE = 3;
const HEAD = 2.5;

/** An arrow from a state to the one below it on the left, or to the one above it on the right. */
function arrow(from: Box, to: Box): string {
  const down = to.y > from.y ? 1 : -1;
  const x = MIDDLE - down * ASIDE;
  const start = from.y + from.height / 2 + down * RADIUS;
  const end = to.y + to.height / 2 - down * RADIUS;
  return (
    `M${x} ${start}V${end}m${-HEAD} ${-down * HEAD}l${HEAD} ${down * HEAD}l${HEAD} ` +
    `${-down * HEAD}`
  );
}

/**
 * Circles below one another, with an arrow to each state that can come next, and the known numbers
 * of each.
 */
export default function StateDiagram({ structure, extent, layout, context, frame }: DrawProps) {
  const words = columnsOf(extent, context).x.at(-1) ?? 0;
  const boxes = table.locate?.(structure, layout, extent, context) ?? layout.items;
  return (
    <>
      {structure.items.flatMap(({ key, links }) => {
        const from = boxes.get(key);
        return links.map((link) => {
          const to = boxes.get(link.key);
          return (
            from &&
            to && <path key={`${key}-${link.key}`} className="state-arrow" d={arrow(from, to)} />
          );
        });
      })}
      {structure.items.map((item) => {
        const box = boxes.get(item.key);
        if (!box) return null;
        const middle = box.y + box.height / 2;
        const here = item.state !== 'empty';
        return frame(
          item,
          box,
          <>
            <rect {...box} className="row" />
            <circle
              className={here ? 'state-circle here' : 'state-circle'}
              cx={MIDDLE}
              cy={middle}
              r={RADIUS}
            />
            <text
              className={here ? 'state-name here' : 'state-name'}
              x={MIDDLE}
              y={middle}
              dy="0.35em"
              textAnchor="middle"
            >
              {item.label}
            </text>
            <text className="caption tag" x={words} y={box.y + 14}>
              {fit(tagText(item, context), Math.max(20, layout.width - words + 4), sansWidth)}
            </text>
          </>,
        );
      })}
    </>
  );
}
