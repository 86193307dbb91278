import { SAFE_MB, type VerifyRequest } from '../../engine/explore/client';
import type { MatrixRow } from '../../engine/explore/matrix';
import type { VerifyService } from '../../engine/explore/pool';
import type { AskLine, Scenario } from '../../engine/protocol';
import type { VerifyFailure } from '../../engine/protocol/exploration';
import { type FailureWitness, type Judgement, OR, UNKNOWN } from '../questions/answer';
import { mutantsOf, withMutations } from '../scenario/mutants';
import { readScenario, scenarioText } from '../scenario/scenario_text';
import { failingRun } from './failing_run';
import type { GradedRun } from './graded_run';
import type { GradingTools } from './tools';

/**
 * The explorer tries every power cut, and a further one in every recovery, as Break it does at
 * first.
 */
export const FULL_REQUEST: VerifyRequest = {
  model: 'adr',
  depth: 1,
  maxRuns: 200_000,
  maxMb: SAFE_MB,
};
/** The milliseconds that making a failure smaller may take by default. */
const SHRINK_MS = 4000;

/**
 * The script alone: the lecture's own power cuts and marks do not matter for what must always hold.
 */
export function scriptOf(scenario: Scenario): Scenario {
  const { lecture: _lecture, marks: _marks, faults: _faults, facts: _facts, ...script } = scenario;
  return script;
}

/**
 * The results of leaving out each line, by the lines of a question: they do not depend on the
 * guess, so that a second guess waits for its own failure alone.
 */
const explored = new WeakMap<readonly AskLine[], readonly MatrixRow[]>();

/**
 * Explores each line left out by itself; a line is right if every power cut then leaves what was
 * promised.
 */
export async function judgeLeaveOut(
  { explore, spawn, onProgress, shrinkMs = SHRINK_MS }: Omit<GradingTools, 'outlookAt'>,
  { scenario }: Pick<GradedRun, 'scenario'>,
  lines: readonly AskLine[],
  guess: string,
): Promise<Judgement> {
  const script = scriptOf(scenario);
  const names = lines.map(({ mutation }) => mutation);
  const service = await explore();
  try {
    onProgress(0, names.length);
    const rows =
      explored.get(lines) ??
      (await service.matrix(mutantsOf(script, names), FULL_REQUEST, {
        onRow: (_row, done, of) => onProgress(done, of),
      }));
    if (rows.length === names.length) explored.set(lines, rows);
    // A line whose exploration was cut short, or that cannot run, is no answer.
    const free = rows.filter(({ failure, exact }) => failure === null && exact);
    const truth = free.map(({ mutation }) => mutation).join(OR) || UNKNOWN;
    const right = free.some(({ mutation }) => mutation === guess);
    const failure = rows.find(({ mutation }) => mutation === guess)?.failure;
    if (!failure) return { truth, right };
    const small = await smallest(service, script, { mutation: guess, failure, ms: shrinkMs });
    const failing = scenarioText(withMutations(readScenario(small.text), [guess]));
    const run = await failingRun(spawn, failing, small.failure.cuts);
    return { truth, right, witness: { ...small, ...(run && { run }) } };
  } finally {
    service.dispose();
  }
}

/** Leaves out what the failure does not need, as far as the time allows. */
async function smallest(
  service: VerifyService,
  script: Scenario,
  { mutation, failure, ms }: { mutation: string; failure: VerifyFailure; ms: number },
): Promise<FailureWitness> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), ms);
  try {
    const found = await service.shrink(withMutations(script, [mutation]), failure, FULL_REQUEST, {
      signal: stop.signal,
    });
    const text = scenarioText(withMutations(found.scenario, []));
    return { kind: 'failure', mutation, failure: found.failure, text };
  } finally {
    clearTimeout(timer);
  }
}
