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

/** The limit of an endless search; the result says that it was reached. */
export const REQUEST: VerifyRequest = { ...DEFAULT_REQUEST, maxRuns: 40_000, maxMb: 128 };

/** The search goes up to the first power cut that breaks a promise. */
const FIRST: VerifyRequest = { ...REQUEST, depth: 0, first: true };
/** The limit for a program that never ends, which takes its 20,000 statements in each recovery. */
const SOME: VerifyRequest = { ...REQUEST, depth: 0, maxRuns: 200 };
/** The recoveries that suffice to see whether a story can be played. */
const LEAST: VerifyRequest = { ...REQUEST, depth: 0, maxRuns: 1, first: true };

interface Trying {
  readonly bench: Bench;
  readonly explore: Explore;
  readonly signal: AbortSignal;
}

/**
 * The search stops at these findings: later stories and further power cuts would only repeat them.
 */
const breaks = ({ failures, programFault }: VerifyOutcome) =>
  failures.length > 0 || programFault !== undefined;

/**
 * Tries single power cuts; only where none of them breaks anything, it also tries one more during
 * each recovery, since a recovery that does not end has countless power cuts. A program's own fault
 * later in the run tells more than a power cut before it, so the search looks for one.
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

/** Thrown where the engine accepts the program, but refuses a story. */
export class StoryRefused extends FileRefused {
  constructor(
    readonly story: Story,
    { problems }: FileRefused,
  ) {
    super(problems);
  }
}

/** Attributes a refusal to the story if no complaint is about the program. */
function refusedIn(story: Story, error: unknown): unknown {
  const about = error instanceof FileRefused && complaintsOf(error.problems).length === 0;
  return about ? new StoryRefused(story, error) : error;
}

/**
 * Tries every power cut in each story, until one breaks the promise. Throws FileRefused, and
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
      // A worker may report its progress once more after the result is known.
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

/**
 * A program that breaks its promise in an early story must not hide that a later story cannot be
 * played.
 */
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

/**
 * Leaves out each write-back and fence of a program in turn, in the stories in which it kept its
 * promise.
 */
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
