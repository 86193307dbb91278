import { bareStatement, type Scenario } from '../../engine/protocol';
import type { VerifyFailure } from '../../engine/protocol/exploration';

/** The measures by which one failure is smaller than another, most important first. */
export const SIZES = ['transactions', 'statements', 'records', 'events', 'lines'] as const;
export type Size = (typeof SIZES)[number];
/**
 * `events` are counted before the first power cut, `lines` (or sectors) are those that survive; a
 * workload's scenario counts no statements.
 */
export type FailureSize = Readonly<Record<Size, number>>;

export function failureSize(scenario: Scenario, { cuts }: VerifyFailure): FailureSize {
  const statements = (scenario.threads ?? []).flat().map(bareStatement);
  const begins = statements.filter((each) => each.startsWith('begin'));
  const ends = statements.filter((each) => /^(commit|abort)$/.test(each));
  const units = cuts.flatMap(({ survive }) => survive.units ?? []);
  return {
    transactions: begins.length,
    statements: statements.length - begins.length - ends.length,
    records: Object.keys(scenario.records ?? {}).length,
    events: cuts[0]?.at ?? 0,
    lines: units.filter(({ stores }) => stores.some(Boolean)).length,
  };
}

export interface SizeChange {
  readonly what: Size;
  readonly from: number;
  readonly to: number;
}

/** The measures in which the two differ. */
export function sizeChanges(from: FailureSize, to: FailureSize): readonly SizeChange[] {
  return SIZES.filter((what) => from[what] !== to[what]).map((what) => ({
    what,
    from: from[what],
    to: to[what],
  }));
}
