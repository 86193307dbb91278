import type { SchemeDescription, Text } from '../../engine/protocol';
import type { VerifyFailure, VerifyPoint, VerifySite } from '../../engine/protocol/exploration';
import { lineOf, siteOfMutation } from './site_lines';

/** The rule that a failure broke, as far as it is known. */
export interface BrokenRule {
  /** The oracle's finding. */
  readonly finding: Text | undefined;
  /** The change that was made: a mutation's title, or a line's text. */
  readonly changed: Text | undefined;
  /** The rule that held before the change: a mutation's, or a line's reason. */
  readonly rule: Text | undefined;
  /** The line after which the power failed. */
  readonly line: Text | undefined;
}

/**
 * Combines what the engine says of the mutations with the line at which the power failed; `point`
 * is the crash point of the first cut.
 */
export function brokenRule(
  scheme: SchemeDescription,
  mutations: readonly string[],
  sites: readonly VerifySite[],
  point: VerifyPoint | undefined,
  failure: VerifyFailure,
): BrokenRule {
  const here = lineOf(scheme, point?.label ?? 0)?.line;
  const guilty = mutations.flatMap((mutation) => {
    const declared = scheme.mutations.find(({ id }) => id === mutation);
    if (declared) return { changed: declared.title, rule: declared.rule };
    const label = siteOfMutation(sites, mutation)?.site.label;
    const line = label === undefined ? undefined : lineOf(scheme, label)?.line;
    return line ? { changed: line.text, rule: saying(line.why) } : [];
  })[0];
  return {
    finding: failure.result?.findings[0]?.text,
    changed: guilty?.changed,
    rule: guilty ? guilty.rule : saying(here?.why),
    line: here?.text,
  };
}

const saying = (text: Text | undefined) => (text && text.en !== '' ? text : undefined);
