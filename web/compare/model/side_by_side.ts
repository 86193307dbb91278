import type { Fate, Frame, Outlook, TransactionOutlook, Verdict } from '../../engine/protocol';
import { type DiskBytes, PASSES, passTime, type RecoveryWork } from './phase_work';

/** The bytes that one write to the NVM carries. */
export const NVM_LINE_BYTES = 64;

type Pair<T> = readonly [T, T];

export type RowUnit = 'count' | 'bytes' | 'ns';

/** A number that both sides have. */
export interface Row<Id extends string = string> {
  readonly id: Id;
  readonly unit: RowUnit;
  readonly values: Pair<number | undefined>;
  /**
   * The difference in favour of the larger side; undefined while a side is not known, 0 where they
   * are equal.
   */
  readonly more: number | undefined;
  readonly larger: 0 | 1 | undefined;
}

export type CostId =
  | Exclude<keyof Frame['counters'], 'nvmEvictions'>
  | 'nvmEvictions'
  | 'nvmBytes'
  | 'diskReadBytes'
  | 'diskWrittenBytes'
  | 'time';
export type WorkId = 'checked' | 'redone' | 'skipped' | 'undone' | Pass | 'total';
type Pass = (typeof PASSES)[number];

/** A row of two numbers, with what differs. */
export function rowOf<Id extends string>(
  id: Id,
  unit: RowUnit,
  values: Pair<number | undefined>,
): Row<Id> {
  const [left, right] = values;
  if (left === undefined || right === undefined)
    return { id, unit, values, more: undefined, larger: undefined };
  const larger = left === right ? undefined : left > right ? 0 : 1;
  return { id, unit, values, more: Math.abs(left - right), larger };
}

/** The costs of a side in the open phase. */
export interface Spent {
  readonly counters: Frame['counters'];
  readonly time: number;
  readonly disk: DiskBytes;
}

const COSTS: readonly (readonly [CostId, RowUnit, (spent: Spent) => number])[] = [
  ['logRecords', 'count', ({ counters }) => counters.logRecords],
  ['nvmStores', 'count', ({ counters }) => counters.nvmStores],
  ['nvmWriteBacks', 'count', ({ counters }) => counters.nvmWriteBacks],
  ['nvmFences', 'count', ({ counters }) => counters.nvmFences],
  ['nvmEvictions', 'count', ({ counters }) => counters.nvmEvictions],
  ['nvmLinesWritten', 'count', ({ counters }) => counters.nvmLinesWritten],
  ['nvmBytes', 'bytes', ({ counters }) => counters.nvmLinesWritten * NVM_LINE_BYTES],
  ['diskReads', 'count', ({ counters }) => counters.diskReads],
  ['diskReadBytes', 'bytes', ({ disk }) => disk.read],
  ['diskWrites', 'count', ({ counters }) => counters.diskWrites],
  ['diskWrittenBytes', 'bytes', ({ disk }) => disk.written],
  ['time', 'ns', ({ time }) => time],
];

/** The counters of both sides at a moment. */
export function costRows(spent: Pair<Spent | undefined>): Row<CostId>[] {
  return COSTS.map(([id, unit, read]) =>
    rowOf(id, unit, [spent[0] && read(spent[0]), spent[1] && read(spent[1])]),
  );
}

/**
 * The cost that tells two sides apart most: the one with the largest difference relative to the
 * larger value. Times do not take part, since both sides end alike.
 */
export function largestDifference(rows: readonly Row<CostId>[]): Row<CostId> | undefined {
  const share = ({ more = 0, values }: Row<CostId>) =>
    more / Math.max(1, ...values.map((v) => v ?? 0));
  return rows
    .filter(({ id, larger }) => id !== 'time' && larger !== undefined)
    .reduce<Row<CostId> | undefined>(
      (best, row) => (best && share(best) >= share(row) ? best : row),
      undefined,
    );
}

/** The work of both recoveries at a moment. */
export function workRows(work: Pair<RecoveryWork | undefined>): Row<WorkId>[] {
  const row = (id: WorkId, unit: RowUnit, read: (of: RecoveryWork) => number) =>
    rowOf(id, unit, [work[0] && read(work[0]), work[1] && read(work[1])]);
  return [
    row('checked', 'count', ({ checked }) => checked),
    row('redone', 'count', ({ redone }) => redone),
    row('skipped', 'count', ({ skipped }) => skipped),
    row('undone', 'count', ({ undone }) => undone),
    ...PASSES.map((pass) => row(pass, 'ns', (of) => passTime(of, pass))),
    row('total', 'ns', ({ total }) => total),
  ];
}

/** A transaction that would not fare the same on both sides. */
export interface FateDifference {
  readonly txn: number;
  readonly fates: Pair<Fate>;
  readonly reasons: Pair<TransactionOutlook['reason']>;
}

/** The transactions whose fates differ: the same script, the same moment, another outlook. */
export function fateDifferences(outlooks: Pair<Outlook | undefined>): FateDifference[] {
  const [left, right] = outlooks;
  if (!left || !right) return [];
  return left.transactions.flatMap((one) => {
    const other = right.transactions.find(({ id }) => id === one.id);
    if (!other || one.fate === other.fate) return [];
    return [{ txn: one.id, fates: [one.fate, other.fate], reasons: [one.reason, other.reason] }];
  });
}

/** The differences between two finished recoveries. */
export interface VerdictDifference {
  /** The verdicts; undefined where both sides got the same one. */
  readonly verdicts: Pair<Verdict['verdict']> | undefined;
  /** The transactions that one side kept and the other rolled back, and the side that kept them. */
  readonly survivors: readonly { readonly txn: number; readonly side: 0 | 1 }[];
}

export function verdictDifference(
  verdicts: Pair<Verdict | undefined>,
): VerdictDifference | undefined {
  const [left, right] = verdicts;
  if (!left || !right) return undefined;
  const survivors = left.transactions.flatMap(({ id, survived }) => {
    const other = right.transactions.find((each) => each.id === id);
    if (!other || other.survived === survived) return [];
    return [{ txn: id, side: survived ? (0 as const) : (1 as const) }];
  });
  const same = left.verdict === right.verdict;
  return { verdicts: same ? undefined : [left.verdict, right.verdict], survivors };
}
