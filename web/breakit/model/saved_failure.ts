import type { Replay } from '../../engine/explore/replay';
import type { Description, Fault, Scenario, Text } from '../../engine/protocol';
import type { VerifyFailure } from '../../engine/protocol/exploration';
import { eachLanguage } from '../../model/scenario/one_language';
import { findPattern, patternOf } from '../../model/trace/anchor';
import { joinPhases, type Trace, traceNames } from '../../model/trace/trace';
import type { BrokenRule } from './broken_rule';

/**
 * The failure as a scenario of its own; undefined where its power cuts cannot be named by events.
 */
export function savedFailure(
  description: Description,
  scenario: Scenario,
  failure: VerifyFailure,
  { info, parts }: Replay,
  broken: BrokenRule,
): Scenario | undefined {
  const trace = joinPhases(traceNames(description, info), parts);
  const faults = faultsOf(trace, failure);
  return faults && failureScenario(scenario, trace, faults, failure, broken);
}

/**
 * The power cuts of a failure by meaning; `trace` is the run in which they were made. Undefined
 * where an event before a cut has no name of its own, or the engine did not make the cut.
 */
function faultsOf(trace: Trace, failure: VerifyFailure): readonly Fault[] | undefined {
  if (trace.phases.length <= failure.cuts.length) return undefined;
  const faults: Fault[] = [];
  let start = 0;
  for (const { at, survive } of failure.cuts) {
    if (at <= start || at > trace.length) return undefined;
    const pattern = patternOf(trace, at - 1);
    if (findPattern(trace, pattern) !== at) return undefined;
    faults.push({ at: pattern, crash: survive });
    start = at;
  }
  return faults;
}

/**
 * The scenario that ends in the failure. It keeps the marks that its run (`trace`) reaches, and has
 * one more at the first power cut, which says which rule is broken. The original's marks about its
 * own recoveries are left out: they no longer hold.
 */
function failureScenario(
  scenario: Scenario,
  trace: Trace,
  faults: readonly Fault[],
  failure: VerifyFailure,
  broken: BrokenRule,
): Scenario {
  const marks = (scenario.marks ?? []).filter(
    ({ when }) => (when.phase ?? 0) === 0 && findPattern(trace, when) !== undefined,
  );
  const say = brokenSentence(broken);
  const [crash] = faults;
  const last = say && crash ? [{ when: crash.at, say }] : [];
  const { lecture: _lecture, marks: _marks, facts: _facts, ...rest } = scenario;
  const all = [...marks, ...last];
  return {
    ...rest,
    id: `${scenario.id}-failure`,
    title: eachLanguage(scenario.title, (title, language) =>
      language === 'en' ? `${title}: a failure` : `${title}：一处失败`,
    ),
    faults,
    ...(all.length > 0 && { marks: all }),
    facts: [{ verdict: failure.verdict }],
  };
}

/** One sentence: the rule that is broken, or the finding where the rule is not known. */
function brokenSentence({ rule, finding }: BrokenRule): Text | undefined {
  if (rule) return { en: `The rule that is broken: ${rule.en}`, zh: `被打破的规则：${rule.zh}` };
  return finding;
}
