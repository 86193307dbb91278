import { bareStatement, ownersOf, type Scenario } from '../protocol';
import type { VerifyFailure, VerifyPoint } from '../protocol/exploration';
import {
  type ExploreWorker,
  type VerifyOutcome,
  type VerifyRequest,
  verifyScenario,
} from './client';

export interface Smallest {
  readonly scenario: Scenario;
  readonly failure: VerifyFailure;
  /** The crash point of its first power cut; undefined where nothing could be left out. */
  readonly point?: VerifyPoint;
  /** The number of explorations that it took. */
  readonly tried: number;
  /** False where it might become smaller still: it was cancelled, or took too many. */
  readonly ended: boolean;
}

export interface ShrinkOptions {
  readonly signal?: AbortSignal;
  readonly onTry?: (tried: number) => void;
  /** The most explorations; 200 if not given. */
  readonly most?: number;
}

const MOST_TRIES = 200;

/**
 * Looks for the same verdict with fewer transactions, then fewer statements, then fewer records:
 * each is left out in turn, and stays out if the failure stays, until nothing more can be left out.
 * The explorer then finds the earliest power cut with the fewest survivors of the rest. A
 * workload's scenario stays as it is.
 */
export async function shrinkFailure(
  workers: readonly ExploreWorker[],
  scenario: Scenario,
  failure: VerifyFailure,
  request: VerifyRequest,
  { signal, onTry, most = MOST_TRIES }: ShrinkOptions = {},
): Promise<Smallest> {
  const { delays = [], point: _point, ...bare } = failure;
  const own = { ...scenario, delays: [...(scenario.delays ?? []), ...delays] };
  let best: Omit<Smallest, 'tried' | 'ended'> =
    delays.length > 0 ? { scenario: own, failure: bare } : { scenario, failure };
  let tried = 0;
  for (let before: Scenario | undefined; before !== best.scenario; ) {
    before = best.scenario;
    for (const smaller of [
      withoutDelays,
      withoutThreads,
      withoutTransactions,
      withoutStatements,
      withoutRecords,
    ]) {
      for (let i = 0; ; ) {
        const candidate = smaller(best.scenario)[i];
        if (!candidate) break;
        if (tried >= most || signal?.aborted) return { ...best, tried, ended: false };
        tried++;
        onTry?.(tried);
        const found = await failureOf(workers, candidate, best.failure, request, signal);
        if (found) best = { scenario: candidate, ...found };
        else i++;
      }
    }
  }
  return { ...best, tried, ended: !signal?.aborted };
}

/**
 * The failure with the same verdict after as many power cuts; undefined where there is none, or the
 * scenario has become invalid.
 */
async function failureOf(
  workers: readonly ExploreWorker[],
  scenario: Scenario,
  like: VerifyFailure,
  request: VerifyRequest,
  signal: AbortSignal | undefined,
): Promise<Pick<Smallest, 'failure' | 'point'> | undefined> {
  let outcome: VerifyOutcome;
  try {
    const { schedules: _others, ...plain } = request;
    const alike = { ...plain, depth: like.cuts.length - 1, until: like.verdict };
    const options = signal ? { signal } : {};
    outcome = await verifyScenario(workers, JSON.stringify(scenario), alike, options);
  } catch {
    return undefined; // what was left out is named elsewhere
  }
  const failure = outcome.failures.find(
    ({ verdict, replayed }) => replayed && verdict === like.verdict,
  );
  if (!failure) return undefined;
  const point = outcome.points.find(({ at }) => at === failure.cuts[0]?.at);
  return { failure, ...(point && { point }) };
}

type Threads = NonNullable<Scenario['threads']>;

const rethreaded = (scenario: Scenario, threads: Threads): Scenario => ({
  ...plain(scenario),
  threads: threads.filter((thread) => thread.length > 0),
});

/**
 * The scenario without its statements about its own course, which no longer hold once something is
 * left out.
 */
function plain(scenario: Scenario): Scenario {
  const { lecture: _lecture, faults: _faults, marks: _marks, facts: _facts, ...rest } = scenario;
  return rest as Scenario;
}

function withoutDelays(scenario: Scenario): Scenario[] {
  const { delays = [], ...rest } = plain(scenario);
  return delays.map((_, out) => {
    const left = delays.filter((_delay, i) => i !== out);
    return { ...rest, ...(left.length > 0 && { delays: left }) };
  });
}

function withoutThreads(scenario: Scenario): Scenario[] {
  const threads = scenario.threads ?? [];
  if (threads.length < 2) return [];
  return threads.map((_, out) =>
    rethreaded(
      scenario,
      threads.filter((_thread, i) => i !== out),
    ),
  );
}

/** All statements that belong to one of these transactions. */
function withoutTransactions(scenario: Scenario): Scenario[] {
  return everyThread(scenario, (thread) => {
    const owners = ownersOf(thread);
    const all = new Set(owners.filter((owner) => owner !== undefined));
    return [...all].map((out) => thread.filter((_, i) => owners[i] !== out));
  }).filter(({ threads = [] }) => threads.length > 0);
}

function withoutStatements(scenario: Scenario): Scenario[] {
  return everyThread(scenario, (thread) =>
    thread.flatMap((statement, out) =>
      /^(begin|commit|abort)\b/.test(bareStatement(statement))
        ? []
        : [thread.filter((_, i) => i !== out)],
    ),
  );
}

function withoutRecords(scenario: Scenario): Scenario[] {
  const records = Object.entries(scenario.records ?? {});
  return records.map(([out]) => ({
    ...plain(scenario),
    records: Object.fromEntries(records.filter(([name]) => name !== out)),
  }));
}

/** One scenario for each smaller thread. */
function everyThread(
  scenario: Scenario,
  smaller: (thread: readonly string[]) => readonly (readonly string[])[],
): Scenario[] {
  const threads = scenario.threads ?? [];
  return threads.flatMap((thread, at) =>
    smaller(thread).map((less) =>
      rethreaded(
        scenario,
        threads.map((each, i) => (i === at ? less : each)),
      ),
    ),
  );
}
