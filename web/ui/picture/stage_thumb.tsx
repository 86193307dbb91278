import { useId } from 'react';
import type { Cell, Look, Move, StagePicture } from '../../model/frame/stage_picture';

interface StageThumbProps {
  readonly picture: StagePicture;
  /** The description of the picture, where the text beside it gives none. */
  readonly label?: string;
  /**
   * The names of tiers, which are written with the owner of each thing where there may be no
   * colours.
   */
  readonly names?: Readonly<Record<string, string>> | undefined;
}

const WIDTH = 320;
const HEIGHT = 186;
const CELL = { width: 48, gap: 7 } as const;
/** The greatest height of a thing, which leaves some of its tier free. */
const HIGHEST = 40;
const AROUND = 14;
/** The room above a thing for the name of its owner. */
const NAME = 7;
const PAGE = 54;
/** A tree is a little higher than a thing. */
const SLACK = 5;
const NODE = { radius: 6, pitch: 18, room: 2.7 } as const;

/** The least height of a thing with two rows of words. */
const TWO_ROWS = 34;

const CELL_FORM = /^(\d+)([vfsug])(?:(p)|(l)|t(\d))?(?::(.*))?$/;

interface Parsed {
  readonly txn: number;
  readonly look: Look;
  readonly page: boolean;
  /** True if it is the next one of the thing before it. */
  readonly linked: boolean;
  /** The depth of a node of a tree. */
  readonly depth: number | undefined;
  readonly rows: readonly string[];
}

function parse(cell: Cell): Parsed {
  const [, txn = '0', look = 'u', page, linked, depth, text] = CELL_FORM.exec(cell) ?? [];
  return {
    txn: Number(txn),
    look: look as Look,
    page: page !== undefined,
    linked: linked !== undefined,
    depth: depth === undefined ? undefined : Number(depth),
    rows: text?.split('|') ?? [],
  };
}

const colourOf = (txn: number) => `txn-${txn === 0 ? 0 : ((txn - 1) % 8) + 1}`;

interface ThingProps {
  readonly thing: Parsed;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly hatch: string;
  readonly named: boolean;
}

/**
 * A thing in one of the stage's shapes: round means volatile, dashed in flight, square on a foot
 * durable.
 */
function Thing({ thing, x, y, height, hatch, named }: ThingProps) {
  const { txn, look, page, linked } = thing;
  // One row is enough where two would lie on the foot.
  const rows = thing.rows.slice(0, height < TWO_ROWS ? 1 : undefined);
  const width = page ? PAGE : CELL.width;
  const free = look === 'u' || look === 'g';
  const colour = free ? 'var(--faint)' : txn === 0 ? 'var(--edge)' : 'var(--txn)';
  const dash = free ? '2 4' : look === 'f' ? '6 4' : undefined;
  const box = { x, y, width, height };
  const line = Math.min(16, height / Math.max(1, rows.length));
  return (
    <g className={colourOf(txn)}>
      {linked && (
        <path
          d={`M${x - CELL.gap} ${y + height / 2}h${CELL.gap}`}
          stroke="var(--edge)"
          strokeWidth="2"
        />
      )}
      <rect
        {...box}
        rx={look === 'v' || look === 'g' ? 9 : look === 'f' ? 4 : 0}
        fill={free ? 'none' : 'var(--panel)'}
        stroke={colour}
        strokeWidth="2"
        strokeDasharray={dash}
      />
      {look === 'f' && <rect {...box} rx={4} fill={`url(#${hatch})`} />}
      {look === 's' && <rect x={x} y={y + height - 4} width={width} height={5} fill={colour} />}
      {named && txn > 0 && !free && (
        <text className="thumb-name" x={x + 16} y={y - 3}>
          T{txn}
        </text>
      )}
      {rows.map((row, n) => (
        <text
          key={row}
          className="thumb-word"
          x={x + width / 2}
          y={y + height / 2 + line * (n - (rows.length - 1) / 2) + 4}
        >
          {row}
        </text>
      ))}
    </g>
  );
}

/** A tree: its nodes by depth, each in the middle of its row, with a line to the row above. */
function Tree({
  nodes,
  x,
  y,
  height,
}: {
  nodes: readonly Parsed[];
  x: number;
  y: number;
  height: number;
}) {
  const deepest = Math.max(...nodes.map(({ depth = 0 }) => depth));
  // Levels that lie close have smaller nodes, so that a line shows between them.
  const radius = Math.min(NODE.radius, height / (NODE.room * (deepest + 1)));
  const step = deepest > 0 ? (height - 2 * radius) / deepest : 0;
  const rows = Array.from({ length: deepest + 1 }, (_, depth) =>
    nodes.filter((node) => node.depth === depth),
  );
  const widest = Math.max(...rows.map((row) => row.length));
  const at = (depth: number, n: number) => ({
    x: x + ((n + 0.5) * widest * NODE.pitch) / Math.max(1, rows[depth]?.length ?? 1),
    y: y + radius + depth * step,
  });
  return rows.map((row, depth) =>
    row.map((node, n) => {
      const here = at(depth, n);
      const above = rows[depth - 1]?.length ?? 0;
      const parent = above > 0 ? at(depth - 1, Math.floor((n * above) / row.length)) : undefined;
      const durable = node.look === 's';
      return (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
        <g key={`${depth} ${n}`} className={colourOf(node.txn)}>
          {parent && (
            <path
              d={`M${parent.x} ${parent.y + radius}L${here.x} ${here.y - radius}`}
              stroke="var(--edge)"
              strokeWidth="1.5"
            />
          )}
          <circle
            cx={here.x}
            cy={here.y}
            r={radius}
            fill={durable ? (node.txn === 0 ? 'var(--edge)' : 'var(--txn)') : 'var(--panel)'}
            stroke={node.txn === 0 ? 'var(--edge)' : 'var(--txn)'}
            strokeWidth="2"
            strokeDasharray={node.look === 'f' ? '3 2' : undefined}
          />
        </g>
      );
    }),
  );
}

const treeWidth = (nodes: readonly Parsed[]) =>
  Math.max(0, ...[0, 1, 2, 3].map((row) => nodes.filter(({ depth }) => depth === row).length)) *
  NODE.pitch;

interface RowProps {
  readonly cells: readonly Cell[];
  /** The number of things that are not drawn. */
  readonly more: number;
  readonly y: number;
  readonly height: number;
  readonly hatch: string;
  readonly named: boolean;
}

/** The content of a tier, from left to right: pages, a tree, and things. */
function Row({ cells, more, ...shared }: RowProps) {
  const things = cells.map(parse);
  const nodes = things.filter(({ depth }) => depth !== undefined);
  const pages = things.filter(({ page }) => page);
  const others = things.filter(({ page, depth }) => !page && depth === undefined);
  const left = 14 + pages.length * (PAGE + CELL.gap);
  const beside = left + (nodes.length > 0 ? treeWidth(nodes) + 2 * CELL.gap : 0);
  return (
    <>
      {pages.map((thing, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
        <Thing key={n} {...shared} thing={thing} x={14 + n * (PAGE + CELL.gap)} />
      ))}
      {nodes.length > 0 && (
        <Tree nodes={nodes} x={left} y={shared.y - SLACK} height={shared.height + 2 * SLACK} />
      )}
      {others.map((thing, n) => (
        <Thing
          // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
          key={n}
          {...shared}
          // Its predecessor is not shown.
          thing={n === 0 ? { ...thing, linked: false } : thing}
          x={beside + n * (CELL.width + CELL.gap)}
        />
      ))}
      {more > 0 && (
        <text
          className="thumb-word"
          x={beside + others.length * (CELL.width + CELL.gap) + 8}
          y={shared.y + shared.height / 2 + 4}
        >
          +{more}
        </text>
      )}
    </>
  );
}

/** A move across tiers: an arrow at `x`. */
function Crossing({ move, band, x }: { move: Move; band: number; x: number }) {
  const middle = (row: number) => (row + 0.5) * band;
  const down = move.to > move.from;
  const [start, end] = [middle(move.from), middle(move.to)];
  const tip = down ? -8 : 8;
  return (
    <path
      className={`thumb-move ${colourOf(move.txn)}`}
      d={`M${x} ${start}V${end}m-5 ${tip}l5 ${-tip}l5 ${tip}`}
      fill="none"
      stroke={move.txn === 0 ? 'var(--ink)' : 'var(--txn)'}
      strokeWidth="3"
    />
  );
}

const isDurable = (tier: string) => tier === 'nvm' || tier === 'disk';

/** A small picture of the stage: its tiers, the boundary, their content, and the moves. */
export function StageThumb({ picture, label, names }: StageThumbProps) {
  const hatch = useId();
  const { tiers, cut, move } = picture;
  const boundary = tiers.findIndex(({ tier }) => isDurable(tier));
  const band = HEIGHT / Math.max(1, tiers.length);
  const named = names !== undefined;
  const room = named ? NAME : 0;
  const height = Math.min(HIGHEST, band - AROUND - room);
  const line = (boundary < 0 ? tiers.length : boundary) * band;
  return (
    <svg
      className="stage-thumb"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role={label === undefined ? undefined : 'img'}
      aria-label={label}
      aria-hidden={label === undefined}
    >
      <defs>
        <pattern
          id={hatch}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <line y2="6" stroke="var(--edge)" strokeOpacity="0.5" strokeWidth="1.5" />
        </pattern>
      </defs>
      {tiers.map(({ tier, cells, more = 0 }, row) => (
        <g key={tier}>
          <rect y={row * band} width={WIDTH} height={band} fill={`var(--band-${tier})`} />
          <Row
            cells={cells}
            more={more}
            height={height}
            hatch={hatch}
            named={named}
            y={row * band + (band - height + room) / 2}
          />
          {names && (
            <text className="thumb-name thumb-tier" x={WIDTH - 5} y={(row + 1) * band - 3}>
              {names[tier]}
            </text>
          )}
        </g>
      ))}
      <line x2={WIDTH} y1={line} y2={line} stroke="var(--ink)" strokeWidth="2.5" />
      {/* The names of tiers are at the right. */}
      {move && <Crossing move={move} band={band} x={named ? 7 : WIDTH - 12} />}
      {cut && (
        <path
          d={`M${WIDTH - 44} ${Math.max(4, line - 30)}l-14 26h8l-5 22l16 -28h-9z`}
          fill="var(--cut)"
        />
      )}
    </svg>
  );
}
