import type { VerifyOptions, VerifyOutcome, VerifyRequest } from '../../engine/explore/client';
import { DEFAULT_REQUEST } from '../../engine/explore/client';
import { withMutations } from '../../model/scenario/mutants';
import { type Assignment, type Bench, scenarioOf } from './assignment';
import { type LeftOut, lineOf, removable, type StoryFinding } from './findings';

/** Explores a scenario; throws FileRefused. */
export type Explore = (
  text: string,
  request: VerifyRequest,
  options: VerifyOptions,
) => Promise<VerifyOutcome>;

/** An endless search ends here; whoever shows the result says so. */
export const REQUEST: VerifyRequest = { ...DEFAULT_REQUEST, maxRuns: 40_000, maxMb: 128 };

interface Trying {
  readonly bench: Bench;
  readonly explore: Explore;
  readonly signal: AbortSignal;
}

/** Tries every power cut under each story, until one breaks the promise. Throws FileRefused. */
export async function tryStories(
  { bench, explore, signal }: Trying,
  { stories }: Assignment,
  program: string,
  onProgress: (findings: readonly StoryFinding[], pairs: number) => void = () => {},
): Promise<readonly StoryFinding[]> {
  const findings: StoryFinding[] = [];
  let pairs = 0;
  for (const [number, story] of stories.entries()) {
    const scenario = scenarioOf(bench, program, story);
    const outcome = await explore(JSON.stringify(scenario), REQUEST, {
      signal,
      // A worker may tell of its progress once more when all is known.
      onProgress: (totals) =>
        findings.length === number && onProgress([...findings], pairs + totals.pairs),
    });
    pairs += outcome.pairs;
    findings.push({ story, scenario, outcome });
    if (signal.aborted || outcome.failures.length > 0 || outcome.programFault) break;
  }
  return findings;
}

/** Leaves out each write-back and fence of a program in turn, under the stories that it kept. */
export async function leaveOutEach(
  { explore, signal }: Trying,
  findings: readonly StoryFinding[],
  onProgress: (done: number, of: number) => void = () => {},
): Promise<readonly LeftOut[]> {
  const lines: LeftOut[] = [];
  const sites = removable(findings);
  for (const site of sites) {
    onProgress(lines.length, sites.length);
    let broken: LeftOut['broken'];
    for (const finding of findings) {
      const scenario = withMutations(finding.scenario, [site.leaveOut]);
      const request = { ...REQUEST, first: true };
      const outcome = await explore(JSON.stringify(scenario), request, { signal });
      if (signal.aborted) return lines;
      const [failure] = outcome.failures;
      if (failure) broken = { finding: { ...finding, scenario }, failure };
      if (failure) break;
    }
    lines.push({ line: lineOf(site) ?? 0, kind: site.kind, ...(broken && { broken }) });
  }
  return lines;
}
