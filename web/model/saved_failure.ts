import type { Fault, Scenario } from '../engine/protocol';
import type { Cut } from '../engine/stage_engine';
import type { VerifyFailure } from '../engine/verify_protocol';
import { findPattern, patternOf } from './anchor';
import type { Trace } from './trace';

/** Opens the run and its recoveries as far as power cuts have been made. */
export interface CutTrace {
  readonly trace: Trace;
  /** False where the engine refused the cut. */
  cut(cut: Cut): boolean;
}

/** The power cuts of a failure by meaning; undefined where an event before one has no name of its own. */
export function faultsOf(run: CutTrace, failure: VerifyFailure): readonly Fault[] | undefined {
  const faults: Fault[] = [];
  let start = 0;
  for (const { at, survive } of failure.cuts) {
    if (at <= start || at > run.trace.length) return undefined;
    const pattern = patternOf(run.trace, at - 1);
    if (findPattern(run.trace, pattern) !== at || !run.cut({ at, survive })) return undefined;
    faults.push({ at: pattern, crash: survive });
    start = at;
  }
  return faults;
}

/**
 * The scenario that ends in the failure, with those of its marks that its run (`trace`) comes to. What it
 * says of its own recoveries no longer holds.
 */
export function failureScenario(
  scenario: Scenario,
  trace: Trace,
  faults: readonly Fault[],
  failure: VerifyFailure,
): Scenario {
  const marks = scenario.marks?.filter(
    ({ when }) => (when.phase ?? 0) === 0 && findPattern(trace, when) !== undefined,
  );
  const { marks: _marks, facts: _facts, ...rest } = scenario;
  return {
    ...rest,
    id: `${scenario.id}-failure`,
    title: { en: `${scenario.title.en}: a failure`, zh: `${scenario.title.zh}:一处失败` },
    faults,
    ...(marks && marks.length > 0 && { marks }),
    facts: [{ verdict: failure.verdict }],
  };
}
