/** @file Whether a file of scenarios/scorecard has the form of one. */
import type { Scale } from '../../../engine/protocol/experiment';
import { NEUTRAL } from '../claims';
import {
  below,
  eachMember,
  exactly,
  type FormProblems,
  type Members,
  objectProblems,
} from './form';
import type { KeptClaim } from './scorecard';
import { MOST_SEEDS, meanOf, spreadOf } from './seeds';

/** All problems of the kept measurements of a scale's claims. */
export function scorecardProblems(file: unknown, scale: Scale): FormProblems {
  const found = objectProblems(file, '', ['format', 'kind', 'scale', 'claims']);
  if (found.length > 0) return found;
  const members = file as Members;
  return [
    ...exactly(members, 'format', 1),
    ...exactly(members, 'kind', 'scorecard'),
    ...exactly(members, 'scale', scale),
    ...eachMember(members.claims, 'claims', (formulas, at) =>
      eachMember(formulas, at, claimProblems),
    ),
  ];
}

const MUST = ['measured', 'as', 'points', 'of'];
const REPETITIONS = ['seeds', 'spread', 'by_seed'];

function claimProblems(claim: unknown, path: string): FormProblems {
  const found = objectProblems(claim, path, MUST, ['unit', ...REPETITIONS]);
  if (found.length > 0) return found;
  const members = claim as Members;
  const own = [
    ...member(members, path, 'measured', isValues, 'numbers are expected, one at least'),
    ...member(members, path, 'as', isWay, `one of ${WAYS.join(', ')} is expected`),
    ...member(members, path, 'points', isCount, 'a whole number from 1 is expected'),
    ...member(members, path, 'of', isCount, 'a whole number from 1 is expected'),
  ];
  if (own.length > 0 || !REPETITIONS.some((name) => name in members)) return own;
  return repetitionProblems(members, path);
}

const WAYS = Object.keys(NEUTRAL);
const isWay = (value: unknown) => typeof value === 'string' && WAYS.includes(value);

function repetitionProblems(claim: Members, path: string): FormProblems {
  const found = objectProblems(claim, path, REPETITIONS, [...MUST, 'unit']);
  if (found.length > 0) return found;
  const form = [
    ...member(claim, path, 'seeds', isSeeds, `a whole number from 2 to ${MOST_SEEDS} is expected`),
    ...member(claim, path, 'spread', isSpread, 'the smallest and the largest value are expected'),
    ...eachMember(claim.by_seed, below(path, 'by_seed'), (values, at) => {
      const seed = at.slice(at.lastIndexOf('.') + 1);
      if (!/^\d{1,16}$/.test(seed)) return [{ path: at, reason: 'the name is the seed, a number' }];
      return isValues(values) && values.length === (claim.measured as number[]).length
        ? []
        : [{ path: at, reason: 'as many numbers as in "measured" are expected' }];
    }),
  ];
  return form.length > 0 ? form : sumProblems(claim as unknown as Required<KeptClaim>, path);
}

/** A value that the file gives twice must be the same both times. */
function sumProblems(
  { measured, seeds, spread, by_seed }: Required<KeptClaim>,
  path: string,
): FormProblems {
  const lists = Object.values(by_seed);
  const mean = meanOf(lists);
  const [low, high] = spreadOf(lists);
  // Each number is rounded to six digits separately.
  const slack = 1e-5 * Math.max(Math.abs(low), Math.abs(high));
  const wrong = (name: string, reason: string) => [{ path: below(path, name), reason }];
  if (lists.length !== seeds)
    return wrong('seeds', `"by_seed" has ${lists.length} seeds, not ${seeds}`);
  if (spread[0] !== low || spread[1] !== high)
    return wrong('spread', `the seeds give ${low} to ${high}`);
  return measured.every((value, n) => Math.abs(value - (mean[n] ?? value)) <= slack)
    ? []
    : wrong('measured', `the mean of the seeds is ${mean.join(', ')}`);
}

const member = (
  claim: Members,
  path: string,
  name: string,
  good: (value: unknown) => boolean,
  reason: string,
): FormProblems => (good(claim[name]) ? [] : [{ path: below(path, name), reason }]);

const isWhole = (value: unknown, from: number, to: number) =>
  Number.isInteger(value) && (value as number) >= from && (value as number) <= to;
const isCount = (value: unknown) => isWhole(value, 1, Number.MAX_SAFE_INTEGER);
const isSeeds = (value: unknown) => isWhole(value, 2, MOST_SEEDS);
const isValues = (value: unknown): value is readonly number[] =>
  Array.isArray(value) && value.length > 0 && value.every(Number.isFinite);
const isSpread = (value: unknown) => isValues(value) && value.length === 2;
