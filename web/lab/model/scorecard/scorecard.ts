import type { Text } from '../../../engine/protocol';
import type { ClaimFormula, ExperimentFile, Scale } from '../../../engine/protocol/experiment';
import { type CheckedClaim, judge, VERDICTS } from '../claims';
import { hangsOnSeed, type RepeatedClaim, type Repetitions, spreadOf } from './seeds';

/** The measurement of a claim's formula: the mean of several seeds, and the values of each. */
export interface KeptClaim
  extends Pick<CheckedClaim, 'as' | 'points' | 'of'>,
    Partial<Repetitions> {
  readonly measured: readonly number[];
  /** The unit of the metric, where the formula is a value and not a ratio. */
  readonly unit?: string;
}

export type ScoredClaim = RepeatedClaim & Pick<KeptClaim, 'unit'>;

/** A claim that was judged, and its experiment. */
export type JudgedClaim = ScoredClaim & { readonly experiment: string };

/** A file of scenarios/scorecard: the measurements at one scale, by experiment and formula. */
export interface ScorecardFile {
  readonly format: 1;
  readonly kind: 'scorecard';
  readonly scale: Scale;
  readonly claims: Readonly<Record<string, Readonly<Record<string, KeptClaim>>>>;
}

/** A paper, and the prefix of its experiments' names (scenarios/scorecard/papers.json). */
export interface Paper {
  readonly id: string;
  readonly title: string;
  readonly source: string;
  /** Authors, title, venue and year. */
  readonly cite?: string;
}

export interface ScorecardRow {
  readonly experiment: string;
  readonly title: Text;
  readonly formula: ClaimFormula;
  /** The measurements at each scale. */
  readonly at: Readonly<Partial<Record<Scale, ScoredClaim>>>;
}

export interface PaperCard {
  readonly paper: Paper;
  readonly rows: readonly ScorecardRow[];
}

/** The part of judged claims that is kept; claims that were not measured are left out. */
export function keptOf(claims: readonly JudgedClaim[]) {
  const kept: Record<string, Record<string, KeptClaim>> = {};
  for (const { experiment, id, as, points, of, measured, unit, by_seed } of claims) {
    if (!measured) continue;
    const repeated = by_seed && repetitions(by_seed);
    const counts = { as, points, of, ...(unit && { unit }) };
    const claim = { measured: measured.map(rounded), ...counts, ...repeated };
    kept[experiment] = { ...kept[experiment], [id]: claim };
  }
  return kept;
}

/** A measured value as it is kept: six digits. */
export const rounded = (value: number) => Number(value.toPrecision(6));

function repetitions(bySeed: Repetitions['by_seed']): Repetitions {
  const by_seed = Object.fromEntries(
    Object.entries(bySeed).map(([seed, values]) => [seed, values.map(rounded)]),
  );
  const lists = Object.values(by_seed);
  return { seeds: lists.length, spread: spreadOf(lists), by_seed };
}

/** A file with these claims in place of its earlier ones, in a fixed order. */
export function withKept(file: ScorecardFile, kept: ReturnType<typeof keptOf>): ScorecardFile {
  const claims: Record<string, Record<string, KeptClaim>> = {};
  for (const experiment of [...Object.keys(file.claims), ...Object.keys(kept)].sort()) {
    const all = { ...file.claims[experiment], ...kept[experiment] };
    claims[experiment] = Object.fromEntries(
      Object.entries(all).sort(([left], [right]) => (left < right ? -1 : 1)),
    );
  }
  return { ...file, claims };
}

/** The kept measurement of a formula, with the rules by which it is judged. */
export function withRules(formula: ClaimFormula, kept: KeptClaim): Omit<ScoredClaim, 'verdict'> {
  const { id, claim = id, kind = 'prediction', metric, reduce, expect } = formula;
  return { id, claim, kind, metric, reduce, expected: expect, ...kept };
}

/** Judges a formula by its kept measurement: the rules are the same as for new measurements. */
function judged(formula: ClaimFormula, kept: KeptClaim): ScoredClaim {
  const rules = withRules(formula, kept);
  return { ...rules, verdict: judge(rules, kept.measured) };
}

/** Every claim of every paper with its measurements. */
export function scorecardOf(
  papers: readonly Paper[],
  files: readonly ExperimentFile[],
  cards: readonly ScorecardFile[],
): readonly PaperCard[] {
  return papers.map((paper) => ({
    paper,
    rows: files
      .filter(({ id }) => id.startsWith(`${paper.id}-`))
      .sort((left, right) => left.id.localeCompare(right.id, 'en', { numeric: true }))
      .flatMap(({ id: experiment, title, claims = [] }) =>
        claims.map((formula) => ({
          experiment,
          title,
          formula,
          at: Object.fromEntries(
            cards.flatMap(({ scale, claims: kept }) => {
              const found = kept[experiment]?.[formula.id];
              return found ? [[scale, judged(formula, found)]] : [];
            }),
          ),
        })),
      ),
  }));
}

/** The verdicts from best to worst, and at the end `note`, which is not judged. */
const SHOWN = [...VERDICTS.filter((verdict) => verdict !== 'note'), 'note'] as const;

/** True for a claim for which no paper has a number. */
export const isExpectation = ({ formula }: Pick<ScorecardRow, 'formula'>) =>
  formula.kind === 'expectation';

/**
 * The number of published claims with each verdict at a scale, best first; rows without a verdict
 * are not counted.
 */
export const verdictCounts = (rows: readonly ScorecardRow[], scale: Scale) =>
  countedVerdicts(rows.filter((row) => !isExpectation(row)).map(({ at }) => at[scale]?.verdict));

/** The same numbers for our own expectations. */
export const expectationCounts = (rows: readonly ScorecardRow[], scale: Scale) =>
  countedVerdicts(rows.filter(isExpectation).map(({ at }) => at[scale]?.verdict));

/** The number of times that each verdict occurs among these, best first. */
export const countedVerdicts = (verdicts: readonly (CheckedClaim['verdict'] | undefined)[]) =>
  SHOWN.map((verdict) => ({
    verdict,
    count: verdicts.filter((each) => each === verdict).length,
  })).filter(({ count }) => count > 0);

/** The rows whose verdict at a scale would differ with another seed. */
export const hangingRows = (rows: readonly ScorecardRow[], scale: Scale) =>
  rows.filter(({ at }) => {
    const claim = at[scale];
    return claim !== undefined && hangsOnSeed(claim);
  });
