import { useId } from 'react';
import type { Cell, Look, StagePicture } from '../model/frame/stage_picture';

interface StageThumbProps {
  readonly picture: StagePicture;
  /** What it shows, where the text beside it does not say so. */
  readonly label?: string;
}

const WIDTH = 320;
const HEIGHT = 186;
const CELL = { width: 48, gap: 10 } as const;
/** A thing is no higher than this, and leaves some of its tier free. */
const HIGHEST = 40;
const AROUND = 14;
const PAGE = 62;

const CELL_FORM = /^(\d+)([vfsug])(p?)$/;

function parse(cell: Cell): { txn: number; look: Look; page: boolean } {
  const [, txn = '0', look = 'u', page = ''] = CELL_FORM.exec(cell) ?? [];
  return { txn: Number(txn), look: look as Look, page: page !== '' };
}

interface ThingProps {
  readonly cell: Cell;
  readonly x: number;
  readonly y: number;
  readonly height: number;
  readonly hatch: string;
}

/** A thing in one of the stage's shapes: round floats, dashed is under way, square on a foot stands. */
function Thing({ cell, x, y, height, hatch }: ThingProps) {
  const { txn, look, page } = parse(cell);
  const width = page ? PAGE : CELL.width;
  const free = look === 'u' || look === 'g';
  const colour = free ? 'var(--faint)' : txn === 0 ? 'var(--edge)' : 'var(--txn)';
  const dash = free ? '2 4' : look === 'f' ? '6 4' : undefined;
  const box = { x, y, width, height };
  return (
    <g className={`txn-${txn === 0 ? 0 : ((txn - 1) % 8) + 1}`}>
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
    </g>
  );
}

const isDurable = (tier: string) => tier === 'nvm' || tier === 'disk';

/** A small picture of the stage: its tiers, the boundary, and what is where, in four shapes. */
export function StageThumb({ picture, label }: StageThumbProps) {
  const hatch = useId();
  const { tiers, cut } = picture;
  const boundary = tiers.findIndex(({ tier }) => isDurable(tier));
  const band = HEIGHT / Math.max(1, tiers.length);
  const high = Math.min(HIGHEST, band - AROUND);
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
      {tiers.map(({ tier, cells }, row) => {
        let x = 14;
        return (
          <g key={tier}>
            <rect y={row * band} width={WIDTH} height={band} fill={`var(--band-${tier})`} />
            {cells.map((cell, place) => {
              const left = x;
              x += (parse(cell).page ? PAGE : CELL.width) + CELL.gap;
              return (
                <Thing
                  // biome-ignore lint/suspicious/noArrayIndexKey: the place is the identity.
                  key={place}
                  cell={cell}
                  x={left}
                  y={row * band + (band - high) / 2}
                  height={high}
                  hatch={hatch}
                />
              );
            })}
          </g>
        );
      })}
      <line x2={WIDTH} y1={line} y2={line} stroke="var(--ink)" strokeWidth="2.5" />
      {cut && (
        <path
          d={`M${WIDTH - 24} ${Math.max(4, line - 30)}l-14 26h8l-5 22l16 -28h-9z`}
          fill="var(--cut)"
        />
      )}
    </svg>
  );
}
