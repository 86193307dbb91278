import type { Item, Structure, StructureExtent } from '../../engine/protocol';
import { fit, LINE, monoWidth, sansWidth } from '../../ui/text_width';
import { ItemBox, txnClass } from './marks';
import type { Box, Density, DrawProps, ShapeContext, ShapeLayout, ShapeRenderer } from './shape';

const HEAD = 22;
const PAD = 7;
const GAP = 12;
/** The gap between two levels, for the pointers; smaller where there is hardly any room. */
const levelGap = (density: Density): number => (density === 'heading' ? 12 : 20);
const MOST_WIDTH = 112;

/** A root pointer, which is no node itself: it has a name, nodes have numbers. */
const isRoot = ({ label }: Pick<Item, 'label'>): boolean => !/^#?\d+$/.test(label);

const numberOf = ({ label }: Item): number => Number(label.replace('#', ''));

/** The level of a node above its leaves, which a B+-tree has and a search tree has not. */
function levelOf({ fields }: Item): number | undefined {
  const level = fields.find(({ name }) => name.en === 'level')?.value;
  return level === undefined ? undefined : Number(level);
}

const hasLevels = (items: readonly Item[]): boolean =>
  items.some((item) => !isRoot(item)) &&
  items.every((item) => isRoot(item) || levelOf(item) !== undefined);

/** The keys that a node of a B+-tree separates or holds; its level is its row. */
function keysOf({ fields, items = [] }: Item): string {
  const own = items.length > 0 ? items.map((item) => item.fields[0]) : fields;
  return own.flatMap((field) => (field?.role === 'subject' ? [field.value] : [])).join(' ');
}

/** The text of a node beside its number; its pointers are arrows. */
function linesOf(item: Item, context: ShapeContext): readonly string[] {
  if (levelOf(item) !== undefined) return context.density === 'heading' ? [] : [keysOf(item)];
  // The first field is the node's name; another one may have the same value.
  const own = item.fields.filter(
    ({ role, value }, index) => role !== 'address' && (index > 0 || value !== item.label),
  );
  const fields = own.map(({ name, value }) => `${context.text(name)} ${value}`);
  const tags = item.tags.map(context.text);
  if (context.density === 'heading') return [];
  if (context.density === 'compact') return [...tags, ...fields].slice(0, 1);
  return [...fields, ...tags];
}

/**
 * The order of a search tree's nodes: from left to right by their numbers, wherever pointers lead.
 */
function inOrder(items: readonly Item[]): readonly Item[] {
  const nodes = items.filter((item) => !isRoot(item));
  const sorted = [...nodes].sort((a, b) => numberOf(a) - numberOf(b));
  return [...items.filter(isRoot), ...sorted];
}

/**
 * The number of levels of a balanced tree of so many nodes, with one that an insertion adds before
 * it is balanced.
 */
function levelsOf(nodes: number): number {
  let [fewer, least, levels] = [0, 1, 0];
  while (least <= nodes) {
    [fewer, least] = [least, least + fewer + 1];
    levels++;
  }
  return levels + 1;
}

/** The levels of a B+-tree one below the other, the nodes of each over the whole width. */
function inLevels(
  items: readonly Item[],
  width: number,
  height: number,
  row: number,
): ReadonlyMap<number, Box> {
  const roots = items.filter(isRoot);
  const nodes = items.filter((item) => !isRoot(item));
  const top = Math.max(0, ...nodes.map((item) => levelOf(item) ?? 0));
  const levels = Array.from({ length: top + 1 }, (_, level) =>
    nodes.filter((item) => levelOf(item) === level),
  );
  const left = roots.length > 0 ? width + GAP : 0;
  const all = Math.max(...levels.map((level) => level.length)) * (width + GAP);
  const boxes = new Map<number, Box>();
  roots.forEach(({ key }, index) => {
    boxes.set(key, { x: 0, y: index * row, width, height });
  });
  for (const level of levels)
    level.forEach(({ key }, index) => {
      const x = left + (all * (index + 0.5)) / level.length - (width + GAP) / 2;
      boxes.set(key, { x, y: 0, width, height });
    });
  return boxes;
}

/** The columns of the widest level, including that of the roots. */
function columnsOf(items: readonly Item[]): number {
  const counts = new Map<number, number>();
  for (const item of items) {
    const level = isRoot(item) ? undefined : levelOf(item);
    if (level !== undefined) counts.set(level, (counts.get(level) ?? 0) + 1);
  }
  return Math.max(1, ...counts.values()) + (items.some(isRoot) ? 1 : 0);
}

/**
 * Columns side by side; the roots' column is wide enough for a name where there is hardly any room.
 */
function inColumns(items: readonly Item[], width: number, height: number) {
  const names = items.filter(isRoot).map(({ label }) => Math.ceil(monoWidth(label)) + 2 * PAD);
  const more = Math.max(0, ...names.map((name) => name - width));
  const nodes = items.length - names.length;
  const ofNode = nodes > 0 ? width - (more * names.length) / nodes : width;
  let x = 0;
  return items.map((item) => {
    const own = isRoot(item) ? width + more : ofNode;
    const box: Box = { x, y: 0, width: own, height };
    x += own + GAP;
    return [item.key, box] as const;
  });
}

function measure(extent: StructureExtent, context: ShapeContext): ShapeLayout {
  const items = inOrder(extent.items);
  const levelled = hasLevels(items);
  const widest = Math.max(
    34,
    ...items.flatMap((item) => [
      monoWidth(item.label) +
        (item.txn === 0 ? 0 : sansWidth(context.txnName(item.txn)) + 6) +
        2 * PAD,
      ...linesOf(item, context).map((line) => sansWidth(line) + 2 * PAD),
    ]),
  );
  const count = levelled ? columnsOf(items) : Math.max(1, items.length);
  const width = Math.min(MOST_WIDTH, widest, (context.maxWidth + GAP) / count - GAP);
  const lines = Math.max(0, ...items.map((item) => linesOf(item, context).length));
  const height = HEAD + lines * LINE + (lines > 0 ? 3 : 0);
  const gap = levelGap(context.density);
  const row = height + gap;
  const boxes = inColumns(items, width, height);
  const levels = levelled
    ? Math.max(...items.map((item) => levelOf(item) ?? 0)) + 1
    : levelsOf(items.filter((item) => !isRoot(item)).length);
  return {
    width: Math.max(60, count * (width + GAP) - GAP),
    height: Math.max(levels, levelled ? items.filter(isRoot).length : 0) * row - gap,
    items: levelled ? inLevels(items, width, height, row) : new Map(boxes),
    row,
    gap,
    strangers: { first: count, columns: count, box: { x: 0, y: 0, width: width + GAP, height } },
  };
}

/** The pointers between items of the structure, including those that lead back. */
function pointersOf(structure: Structure): readonly (readonly [from: Item, to: Item])[] {
  const items = new Map(structure.items.map((item) => [item.key, item]));
  return structure.items.flatMap((from) =>
    from.links.flatMap((link) => {
      const to = link.structure === structure.id ? items.get(link.key) : undefined;
      return to ? [[from, to] as const] : [];
    }),
  );
}

/** The depth of each node: below the deepest one that leads to it, at the top where none does. */
function depthsOf(structure: Structure): ReadonlyMap<number, number> {
  const above = new Map<number, number[]>();
  for (const [from, to] of pointersOf(structure))
    if (!isRoot(from)) above.set(to.key, [...(above.get(to.key) ?? []), from.key]);
  const depths = new Map<number, number>();
  const depthOf = (key: number, below: readonly number[]): number => {
    const known = depths.get(key);
    if (known !== undefined) return known;
    // A pointer may lead back in damaged bytes.
    const from = (above.get(key) ?? []).filter((each) => each !== key && !below.includes(each));
    return Math.max(0, ...from.map((each) => depthOf(each, [...below, key]) + 1));
  };
  for (const { key } of structure.items) depths.set(key, depthOf(key, []));
  return depths;
}

/** The leaves are at the bottom, wherever pointers lead. */
function rowsOf(structure: Structure): ReadonlyMap<number, number> {
  const top = Math.max(0, ...structure.items.map((item) => levelOf(item) ?? 0));
  const nodes = structure.items.filter((item) => !isRoot(item));
  const roots = structure.items.filter(isRoot);
  return new Map([
    ...roots.map(({ key }, index) => [key, index] as const),
    ...nodes.map((item) => [item.key, top - (levelOf(item) ?? 0)] as const),
  ]);
}

function locate(structure: Structure, layout: ShapeLayout): ReadonlyMap<number, Box> {
  const depths = hasLevels(structure.items) ? rowsOf(structure) : depthsOf(structure);
  const deepest = Math.max(0, Math.round((layout.height + (layout.gap ?? 0)) / layout.row) - 1);
  const boxes = new Map(layout.items);
  let strangers = 0;
  for (const { key } of structure.items) {
    const { first = 0, box } = layout.strangers ?? {};
    const known = layout.items.get(key);
    const column = first + strangers;
    if (!known && box) strangers++;
    const own = known ?? (box && { ...box, x: column * box.width, width: box.width - GAP });
    const y = Math.min(deepest, depths.get(key) ?? 0) * layout.row;
    if (own) boxes.set(key, { ...own, y });
  }
  return boxes;
}

/**
 * The path from below a node to above its child; the root is at the left, and its pointer comes
 * from there.
 */
function pathOf(from: Box, to: Box, root: boolean): string {
  const [x1, x2] = [from.x + from.width / 2, to.x + to.width / 2];
  const middle = to.y + to.height / 2;
  if (root && from.y === to.y) return `M${from.x + from.width} ${middle} H${to.x - 1}`;
  if (root) return `M${x1} ${from.y + from.height} V${middle} H${to.x - 1}`;
  // A leaf leads to the one beside it.
  const beside = from.y === to.y && to.x > from.x && to.x - from.x <= 1.5 * from.width + GAP;
  if (beside) return `M${from.x + from.width} ${middle} H${to.x - 1}`;
  if (to.y > from.y) return `M${x1} ${from.y + from.height} L${x2} ${to.y - 1}`;
  // A pointer leads to a node that is not below, in the middle of a change.
  return `M${x1} ${from.y} V${Math.max(-6, from.y - 8)} H${x2} V${to.y - 1}`;
}

function Node({ item, box, context }: { item: Item; box: Box; context: ShapeContext }) {
  const name = context.txnName(item.txn);
  const room = box.width - 2 * PAD;
  const withName = name !== '' && monoWidth(item.label) + sansWidth(name) + 4 <= room;
  return (
    <>
      <ItemBox item={item} box={box} />
      <text className="mono label" x={box.x + PAD} y={box.y + 15}>
        {fit(item.label, room, monoWidth)}
      </text>
      {withName && (
        <text className="card-txn" x={box.x + box.width - PAD} y={box.y + 15} textAnchor="end">
          {name}
        </text>
      )}
      {linesOf(item, context).map((line, index) => (
        <text key={line} className="caption" x={box.x + PAD} y={box.y + HEAD + 10 + index * LINE}>
          {fit(line, room, sansWidth)}
        </text>
      ))}
    </>
  );
}

function Draw({ structure, layout, context, frame }: DrawProps) {
  const boxes = locate(structure, layout);
  return (
    <>
      {pointersOf(structure).map(([from, to]) => {
        const [start, end] = [boxes.get(from.key), boxes.get(to.key)];
        return (
          start &&
          end && (
            <path
              key={`${from.key}-${to.key}`}
              className={`link ${txnClass(from.txn)}`}
              d={pathOf(start, end, isRoot(from))}
              markerEnd="url(#link-end)"
            />
          )
        );
      })}
      {structure.items.map((item) => {
        const box = boxes.get(item.key);
        return box && frame(item, box, <Node item={item} box={box} context={context} />);
      })}
    </>
  );
}

/**
 * Nodes with a fixed column for the whole session, and a row for their present depth: a rotated
 * node moves up or down. Every pointer is drawn, and a node without one to it is at the top.
 */
export const tree: ShapeRenderer = { measure, locate, Draw, arrows: true, Piece: Node };
