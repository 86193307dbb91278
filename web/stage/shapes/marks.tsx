import type { Durability, Field, Item } from '../../engine/protocol';
import { isNewer, newerOf } from '../../model/frame/durable_frame';
import type { Box } from './shape';

type BoxState = Durability | 'empty';

/** Transactions 1 to 8 have colours of their own; more wrap round. 0 is none. */
export function txnColour(txn: number): number {
  return txn === 0 ? 0 : ((txn - 1) % 8) + 1;
}

/** The class that sets --txn for everything inside. */
export function txnClass(txn: number): string {
  return `txn-${txnColour(txn)}`;
}

/** The hatching of volatile things, one pattern for each colour. It is drawn once in each SVG. */
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
  /**
   * True where it is being written from here to a durable place: it is as much in flight as its
   * destination.
   */
  readonly leaving?: boolean;
  /** True where a part of it has a newer value above. */
  readonly newer?: boolean;
}

const MARK = 4;

/** A small arrow that points to a newer value above. */
export function NewerMark({ x, y }: { x: number; y: number }) {
  return (
    <path
      className="newer-mark"
      d={`M${x - MARK} ${y} l${MARK} ${-MARK - 1} l${MARK} ${MARK + 1}z`}
    />
  );
}

/**
 * The outline of a thing by durability: volatile things float (round, hatched), things in flight
 * are dashed, durable ones stand (square, on a foot).
 */
export function StateBox({ box, state, txn, leaving = false, newer = false }: StateBoxProps) {
  const pending = leaving || state === 'volatile' || state === 'in-flight';
  // DRAM is volatile too, but its band says so once for all.
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
      {newer && <NewerMark x={box.x + 9} y={box.y + 1} />}
    </>
  );
}

/** The outline of an item by the device's content, and by whether a part of it is newer above. */
export function ItemBox({ item, box, txn = item.txn }: { item: Item; box: Box; txn?: number }) {
  const leaving = item.leaving === true;
  const newer = newerOf(item) !== undefined;
  return <StateBox box={box} state={item.state} txn={txn} leaving={leaving} newer={newer} />;
}

/** A state bit as a dot: filled where it is set; dashed where its newer value above differs. */
export function BitDot({ field, cx, cy }: { field: Field; cx: number; cy: number }) {
  const set = field.value !== '0' && field.value !== '';
  return (
    <g className={`bit ${set ? 'set' : 'clear'}${isNewer(field) ? ' newer' : ''}`}>
      <circle cx={cx} cy={cy} r="3.5" className="bit-ring" />
    </g>
  );
}
