import type {
  ClaimFormula,
  ExperimentFile,
  PointSelection,
  Scale,
  SweptValue,
} from '../../engine/protocol/experiment';

export const SCALES: readonly Scale[] = ['quick', 'published'];

/** The scales whose numbers a file has; a file with only one set may call it either. */
export const scalesOf = ({ quick, scale }: ExperimentFile): readonly Scale[] =>
  quick ? SCALES : [scale];

/**
 * The file with the numbers of its scale alone, as the engine measures it. At the quick scale its
 * `quick` is merged in, and claims keep those of their points that are left.
 */
export function atScale(file: ExperimentFile): ExperimentFile {
  const { quick, ...rest } = file;
  if (!quick) return file;
  if (rest.scale === 'published') return rest;
  const merged = mergedWith(rest, quick) as ExperimentFile;
  const claims = rest.claims?.flatMap((claim) => keptClaim(claim, merged.sweep ?? {}));
  return { ...merged, ...(claims && { claims }) };
}

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Merges objects by member and lists of objects by position; replaces anything else. */
function mergedWith(base: unknown, other: unknown): unknown {
  if (isObject(base) && isObject(other)) {
    const names = [...new Set([...Object.keys(base), ...Object.keys(other)])];
    const member = (name: string) =>
      Object.hasOwn(other, name) ? mergedWith(base[name], other[name]) : base[name];
    return Object.fromEntries(names.map((name) => [name, member(name)]));
  }
  if (!Array.isArray(base) || !Array.isArray(other) || !isObject(base[0]) || !isObject(other[0]))
    return other;
  return base.map((each, n) => (n < other.length ? mergedWith(each, other[n]) : each));
}

/**
 * The claim over the swept values that are left; undefined where a name has none of its values
 * left.
 */
function keptClaim(
  claim: ClaimFormula,
  sweep: NonNullable<ExperimentFile['sweep']>,
): ClaimFormula[] {
  const num = claim.num && keptSelection(claim.num, sweep);
  const den = claim.den && keptSelection(claim.den, sweep);
  if ((claim.num && !num) || (claim.den && !den)) return [];
  return [{ ...claim, ...(num && { num }), ...(den && { den }) }];
}

function keptSelection(
  selection: PointSelection,
  sweep: NonNullable<ExperimentFile['sweep']>,
): PointSelection | undefined {
  const kept: Record<string, SweptValue | readonly SweptValue[]> = {};
  for (const [name, wanted] of Object.entries(selection)) {
    const values = Object.hasOwn(sweep, name) ? sweep[name] : undefined;
    const list = (Array.isArray(wanted) ? wanted : [wanted]) as readonly SweptValue[];
    const left = values ? list.filter((value) => values.includes(value)) : list;
    if (left.length === 0) return undefined;
    kept[name] = left.length === list.length ? wanted : left;
  }
  return kept;
}
