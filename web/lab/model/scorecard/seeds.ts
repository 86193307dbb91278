/**
 * @file What several seeds give of a claim, and whether its verdict hangs on which one is taken.
 */
import { type CheckedClaim, judge } from '../claims';

/** The most seeds with which a claim is measured. */
export const MOST_SEEDS = 9;

/** The results of measuring a claim with several seeds. */
export interface Repetitions {
  readonly seeds: number;
  /** The smallest and the largest value that any seed gives. */
  readonly spread: readonly [number, number];
  /** The values of each seed, by seed; of the same length as `measured`. */
  readonly by_seed: Readonly<Record<string, readonly number[]>>;
}

/** A claim that was measured with one seed has no repetitions, and no spread. */
export type RepeatedClaim = CheckedClaim & Partial<Repetitions>;

type Values = readonly (readonly number[])[];

/** The mean of equally long lists, position by position. */
export const meanOf = (lists: Values): number[] =>
  (lists[0] ?? []).map((_, n) => sum(lists.map((list) => list[n] ?? 0)) / lists.length);

export const spreadOf = (lists: Values): [number, number] => {
  const values = lists.flat();
  return [Math.min(...values), Math.max(...values)];
};

/**
 * One claim, combined from its values for each seed: every measured value is the mean over the
 * seeds, and the verdict is on these means. It is unknown where it is unknown with one of the
 * seeds. REQUIRES: one seed at least.
 */
export function overSeeds(
  claims: readonly [SeededClaim, ...(readonly SeededClaim[])],
): RepeatedClaim {
  const [{ claim }] = claims;
  if (claims.length === 1) return claim;
  const known = claims.flatMap(({ claim: { measured } }) => (measured ? [measured] : []));
  if (known.length < claims.length) return { ...claim, measured: null, verdict: 'unknown' };
  const measured = meanOf(known);
  return {
    ...claim,
    measured,
    verdict: judge(claim, measured),
    seeds: known.length,
    spread: spreadOf(known),
    by_seed: Object.fromEntries(claims.map(({ seed }, n) => [seed, known[n] ?? []])),
  };
}

export interface SeededClaim {
  readonly seed: number;
  readonly claim: CheckedClaim;
}

/** The verdict that each seed alone would give, by seed. */
export const seedVerdicts = (
  claim: RepeatedClaim,
): Readonly<Record<string, CheckedClaim['verdict']>> =>
  Object.fromEntries(
    Object.entries(claim.by_seed ?? {}).map(([seed, values]) => [seed, judge(claim, values)]),
  );

/** The number of seeds whose own verdict differs from that of the mean. */
export const dissentingSeeds = (claim: RepeatedClaim): number =>
  Object.values(seedVerdicts(claim)).filter((verdict) => verdict !== claim.verdict).length;

/** True if some seed would give another verdict. */
export const hangsOnSeed = (claim: RepeatedClaim): boolean => dissentingSeeds(claim) > 0;

/** True if every seed gives the same values, to the last digit that is kept. */
export function seedsAgree({ by_seed = {} }: Partial<Repetitions>): boolean {
  const [first, ...others] = Object.values(by_seed).map((values) => values.join());
  return others.every((each) => each === first);
}

/**
 * The smallest and the largest value that a seed gives, for each measured value; empty for a single
 * seed.
 */
export function spreads({ measured, by_seed = {} }: RepeatedClaim): readonly [number, number][] {
  const lists = Object.values(by_seed);
  if (lists.length === 0) return [];
  return (measured ?? []).map((_, n) => spreadOf(lists.map((list) => list.slice(n, n + 1))));
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
