import type { Durability, Field } from '../../engine/protocol';
import type { Box } from './shape';

type BoxState = Durability | 'empty';

/** Transactions 1 to 8 have colours of their own; more wrap round. 0 is none. */
export function txnColour(txn: number): number {
  return txn === 0 ? 0 : ((txn - 1) % 8) + 1;
}

/** Class that sets --txn for everything inside. */
export function txnClass(txn: number): string {
  return `txn-${txnColour(txn)}`;
}

/** The hatching of volatile things, one pattern a colour. Drawn once in each SVG. */
export function HatchPatterns() {
  return (
    <defs>
      {Array.from({ length: 9 }, (_, colour) => `hatch-${colour}`).map((id, colour) => (
        <pattern
          key={id}
          id={id}
          className={`txn-${colour}`}
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <line y2="6" className="hatch-line" />
        </pattern>
      ))}
    </defs>
  );
}

interface StateBoxProps {
  readonly box: Box;
  readonly state: BoxState;
  readonly txn: number;
  /** Being written from here to where it lasts: as much in flight as what arrives there. */
  readonly leaving?: boolean;
}

/**
 * The outline of a thing by durability: what is volatile floats (round, hatched), what is in
 * flight is dashed, what is durable stands (square, on a foot).
 */
export function StateBox({ box, state, txn, leaving = false }: StateBoxProps) {
  const pending = leaving || state === 'volatile' || state === 'in-flight';
  // DRAM floats too, but its band says so once for all.
  const floating = leaving || state === 'volatile' || state === 'none';
  const round = floating ? 7 : 0;
  return (
    <>
      <rect className={`state-box ${leaving ? 'in-flight' : state}`} {...box} rx={round} />
      {pending && (
        <rect {...box} rx={round} fill={`url(#hatch-${txnColour(txn)})`} pointerEvents="none" />
      )}
      {state === 'durable' && (
        <line
          className="state-foot"
          x1={box.x}
          x2={box.x + box.width}
          y1={box.y + box.height}
          y2={box.y + box.height}
        />
      )}
    </>
  );
}

/** Whether a state bit is set, as a dot: filled once its set value is durable. */
export function BitDot({ field, cx, cy }: { field: Field; cx: number; cy: number }) {
  const set = field.value !== '0' && field.value !== '';
  const settled = field.durability === 'durable' || field.durability === 'none';
  const kind = settled ? (set ? 'set' : 'clear') : set ? 'setting' : 'clearing';
  return (
    <g className={`bit ${kind}`}>
      <circle cx={cx} cy={cy} r="3.5" className="bit-ring" />
      {kind === 'setting' && (
        <path d={`M${cx} ${cy - 3.5}a3.5 3.5 0 0 0 0 7z`} className="bit-half" />
      )}
    </g>
  );
}
