import type { VerifyOptions, VerifyOutcome, VerifyRequest } from '../../engine/explore/client';
import { DEFAULT_REQUEST } from '../../engine/explore/client';
import type { Scenario } from '../../engine/protocol';
import { FileRefused } from '../../engine/protocol/errors';
import { withMutations } from '../../model/scenario/mutants';
import { type Assignment, type Bench, complaintsOf, type Story, scenarioOf } from './assignment';
import { type LeftOut, lineOf, removable, type StoryFinding, savingOf } from './findings';

/** Explores a scenario; throws FileRefused. */
export type Explore = (
  text: string,
  request: VerifyRequest,
  options: VerifyOptions,
) => Promise<VerifyOutcome>;

/** An endless search ends here; whoever shows the result says so. */
export const REQUEST: VerifyRequest = { ...DEFAULT_REQUEST, maxRuns: 40_000, maxMb: 128 };

/** Up to the first power cut that breaks a promise. */
const FIRST: VerifyRequest = { ...REQUEST, depth: 0, first: true };
/** A program that never ends takes its 20,000 statements in each recovery: that many are enough. */
const SOME: VerifyRequest = { ...REQUEST, depth: 0, maxRuns: 200 };
/** Enough to see whether a story can be played. */
const LEAST: VerifyRequest = { ...REQUEST, depth: 0, maxRuns: 1, first: true };

interface Trying {
  readonly bench: Bench;
  readonly explore: Explore;
  readonly signal: AbortSignal;
}

/** Nothing goes on behind these: later stories and further power cuts would only say it again. */
const breaks = ({ failures, programFault }: VerifyOutcome) =>
  failures.length > 0 || programFault !== undefined;

/**
 * Tries single power cuts, and only where none of them breaks anything also one more during each
 * recovery: a recovery that does not end has power cuts without number. A mistake further on in the
 * run says more than a power cut before it, so it is looked for.
 */
async function tryStory(
  { explore, signal }: Trying,
  scenario: Scenario,
  onProgress: (pairs: number) => void,
): Promise<VerifyOutcome> {
  const ask = (request: VerifyRequest) =>
    explore(JSON.stringify(scenario), request, {
      signal,
      onProgress: ({ pairs }) => onProgress(pairs),
    });
  const first = await ask(FIRST);
  if (signal.aborted) return first;
  if (!breaks(first)) return ask(REQUEST);
  if (first.failures[0]?.result?.programFault) return first;
  const more = await ask(SOME);
  return breaks(more) ? more : first;
}

/** Thrown where the engine has nothing against the program, and something against a story. */
export class StoryRefused extends FileRefused {
  constructor(
    readonly story: Story,
    { problems }: FileRefused,
  ) {
    super(problems);
  }
}

/** What was refused is the story where no complaint is about the program. */
function refusedIn(story: Story, error: unknown): unknown {
  const about = error instanceof FileRefused && complaintsOf(error.problems).length === 0;
  return about ? new StoryRefused(story, error) : error;
}

/**
 * Tries every power cut under each story, until one breaks the promise. Throws FileRefused, and
 * StoryRefused.
 */
export async function tryStories(
  trying: Trying,
  { stories }: Assignment,
  program: string,
  onProgress: (findings: readonly StoryFinding[], pairs: number) => void = () => {},
): Promise<readonly StoryFinding[]> {
  const findings: StoryFinding[] = [];
  let pairs = 0;
  for (const [number, story] of stories.entries()) {
    const scenario = scenarioOf(trying.bench, program, story);
    const outcome = await tryStory(
      trying,
      scenario,
      // A worker may tell of its progress once more when all is known.
      (more) => findings.length === number && onProgress([...findings], pairs + more),
    ).catch((error: unknown) => {
      throw refusedIn(story, error);
    });
    pairs += outcome.pairs;
    findings.push({ story, scenario, outcome });
    if (trying.signal.aborted) break;
    if (!breaks(outcome)) continue;
    await playRest(trying, stories.slice(number + 1), program);
    break;
  }
  return findings;
}

/** A program that breaks an early story must not hide that a later one cannot be played. */
async function playRest(
  { bench, explore, signal }: Trying,
  stories: readonly Story[],
  program: string,
): Promise<void> {
  for (const story of stories) {
    const text = JSON.stringify(scenarioOf(bench, program, story));
    await explore(text, LEAST, { signal }).catch((error: unknown) => {
      throw refusedIn(story, error);
    });
  }
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
    const saves = { ns: 0, lineWrites: 0 };
    for (const finding of findings) {
      const scenario = withMutations(finding.scenario, [site.leaveOut]);
      const request = { ...REQUEST, first: true };
      const outcome = await explore(JSON.stringify(scenario), request, { signal });
      if (signal.aborted) return lines;
      const [failure] = outcome.failures;
      if (failure) broken = { finding: { ...finding, scenario }, failure };
      if (failure) break;
      const saving = savingOf(finding, outcome, site);
      saves.ns += saving.ns;
      saves.lineWrites += saving.lineWrites;
    }
    const known = broken ? { broken } : { saves };
    lines.push({ line: lineOf(site) ?? 0, kind: site.kind, ...known });
  }
  return lines;
}
