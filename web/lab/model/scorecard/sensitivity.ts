/**
 * @file Which verdicts turn when a price without a measured source is another one of its range
 * (scenarios/scorecard/ranges.json and sensitivity.json).
 */
import type { Text } from '../../../engine/protocol';
import type { ClaimFormula } from '../../../engine/protocol/experiment';
import { type CheckedClaim, judge } from '../claims';
import { exactly, type FormProblems, type Members, objectProblems } from './form';
import { type KeptClaim, type ScorecardFile, type ScorecardRow, withRules } from './scorecard';

/** Another value of a price, as a multiple of each machine's own. */
export interface PriceRange {
  readonly id: string;
  readonly price: string;
  readonly percent: number;
  /** The meaning of that value in words. */
  readonly text: Text;
  /** The reason why the price may have that value. */
  readonly source: string;
}

/** scenarios/scorecard/ranges.json. */
export interface RangesFile {
  readonly format: 1;
  readonly kind: 'price-ranges';
  readonly ranges: readonly PriceRange[];
}

/** The measurements that turn a claim's verdict, by experiment, formula and range. */
export type Turns = Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>>
>;

/** scenarios/scorecard/sensitivity.json: of the quick scale, with each experiment's own seed. */
export interface SensitivityFile {
  readonly format: 1;
  readonly kind: 'sensitivity';
  /** The experiments that were measured with each range. */
  readonly measured: Readonly<Record<string, readonly string[]>>;
  readonly turns: Turns;
}

/** A claim's verdict at another price. */
export interface Turn {
  readonly range: PriceRange;
  readonly measured: readonly number[];
  readonly verdict: CheckedClaim['verdict'];
}

/** The values that the experiment's own seed gave at the machine's own prices. */
export const ownSeedOf = ({ by_seed, measured }: KeptClaim): readonly number[] =>
  Object.values(by_seed ?? {})[0] ?? measured;

/** True if these values give this claim another verdict than the kept ones. */
export const turns = (formula: ClaimFormula, kept: KeptClaim, values: readonly number[]): boolean =>
  judge(withRules(formula, kept), values) !== judge(withRules(formula, kept), ownSeedOf(kept));

/** The prices at which the verdict on a claim of the quick scale differs, in their order. */
export function turnsOf(
  { ranges }: RangesFile,
  { turns: all }: SensitivityFile,
  { experiment, formula, at }: ScorecardRow,
): readonly Turn[] {
  const { quick } = at;
  const found = all[experiment]?.[formula.id];
  if (!quick || !found) return [];
  return ranges.flatMap((range) => {
    const measured = found[range.id];
    return measured ? [{ range, measured, verdict: judge(quick, measured) }] : [];
  });
}

/**
 * The file with the measurements of these experiments at one range in place of its earlier ones.
 */
export function withTurns(
  file: SensitivityFile,
  range: string,
  experiments: readonly string[],
  found: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>,
): SensitivityFile {
  const measured = {
    ...file.measured,
    [range]: [...new Set([...(file.measured[range] ?? []), ...experiments])].sort(),
  };
  const kept = turnsIn(file.turns).filter(
    (turn) => turn.range !== range || !experiments.includes(turn.experiment),
  );
  const added = Object.entries(found).flatMap(([experiment, claims]) =>
    Object.entries(claims).map(([id, values]) => ({ experiment, id, range, values })),
  );
  return { ...file, measured, turns: turnsFrom([...kept, ...added]) };
}

/** One number of `Turns`, with its place. */
interface KeptTurn {
  readonly experiment: string;
  readonly id: string;
  readonly range: string;
  readonly values: readonly number[];
}

const turnsIn = (all: Turns): KeptTurn[] =>
  Object.entries(all).flatMap(([experiment, claims]) =>
    Object.entries(claims).flatMap(([id, ranges]) =>
      Object.entries(ranges).map(([range, values]) => ({ experiment, id, range, values })),
    ),
  );

/** Sorts by name. */
function turnsFrom(all: readonly KeptTurn[]): Turns {
  const key = ({ experiment, id, range }: KeptTurn) => [experiment, id, range].join(' ');
  const sorted = [...all].sort((left, right) => (key(left) < key(right) ? -1 : 1));
  const turned: Record<string, Record<string, Record<string, readonly number[]>>> = {};
  for (const { experiment, id, range, values } of sorted) {
    const claims = turned[experiment] ?? {};
    turned[experiment] = { ...claims, [id]: { ...claims[id], [range]: values } };
  }
  return turned;
}

/** All problems of a file of ranges. */
export function rangesProblems(file: unknown): FormProblems {
  const found = objectProblems(file, '', ['format', 'kind', 'ranges']);
  if (found.length > 0) return found;
  const members = file as Members;
  const { ranges } = members;
  if (!Array.isArray(ranges)) return [{ path: 'ranges', reason: 'a list is expected' }];
  return [
    ...exactly(members, 'format', 1),
    ...exactly(members, 'kind', 'price-ranges'),
    ...ranges.flatMap((range, n) => rangeProblems(range, `ranges.${n}`)),
  ];
}

function rangeProblems(range: unknown, path: string): FormProblems {
  const found = objectProblems(range, path, ['id', 'price', 'percent', 'text', 'source']);
  if (found.length > 0) return found;
  const { percent } = range as Members;
  return Number.isInteger(percent) && (percent as number) > 0 && percent !== 100
    ? []
    : [{ path: `${path}.percent`, reason: 'a whole number of per cent is expected, not 100' }];
}

/** All problems of a file of measurements at these ranges, for these claims. */
export function sensitivityProblems(
  file: unknown,
  { ranges }: RangesFile,
  { claims }: ScorecardFile,
): FormProblems {
  const found = objectProblems(file, '', ['format', 'kind', 'measured', 'turns']);
  if (found.length > 0) return found;
  const members = file as Members;
  const known = new Set(ranges.map(({ id }) => id));
  const unknownRange = (id: string, path: string): FormProblems =>
    known.has(id) ? [] : [{ path, reason: 'no range has this id' }];
  return [
    ...exactly(members, 'format', 1),
    ...exactly(members, 'kind', 'sensitivity'),
    ...Object.keys(members.measured ?? {}).flatMap((id) => unknownRange(id, `measured.${id}`)),
    ...turnsIn((members.turns ?? {}) as Turns).flatMap(({ experiment, id, range }) => {
      const path = `turns.${experiment}.${id}`;
      return claims[experiment]?.[id]
        ? unknownRange(range, `${path}.${range}`)
        : [{ path, reason: 'no such claim is kept' }];
    }),
  ];
}
