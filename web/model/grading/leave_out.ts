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

/** Every power cut, and a further one in every recovery, as Break it begins with. */
export const FULL_REQUEST: VerifyRequest = {
  model: 'adr',
  depth: 1,
  maxRuns: 200_000,
  maxMb: SAFE_MB,
};
/** Making a failure smaller is worth so long, in milliseconds, where nobody says otherwise. */
const SHRINK_MS = 4000;

/** The script alone: what a lecture does with it says nothing of what must always hold. */
export function scriptOf(scenario: Scenario): Scenario {
  const { lecture: _lecture, marks: _marks, faults: _faults, facts: _facts, ...script } = scenario;
  return script;
}

/**
 * What each line left out does, by the lines of a question: it does not depend on the guess, so
 * that a second one waits for its own failure alone.
 */
const explored = new WeakMap<readonly AskLine[], readonly MatrixRow[]>();

/**
 * Explores each line left out by itself; those after which every power cut leaves what was promised
 * are right.
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
    // What was not explored to its end, or cannot run, is no answer.
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

/** Leaves out what the failure does not need, as far as the time goes. */
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
