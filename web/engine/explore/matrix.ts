import { FileRefused } from '../protocol/errors';
import type { VerifyFailure } from '../protocol/exploration';
import type { ExploreWorker, VerifyRequest } from './client';
import { mergeReports } from './merge';
import { verifySchedules } from './schedules';

/** The result of one mutation. */
export interface MatrixRow {
  readonly mutation: string;
  /** The first failure that was found, or null. */
  readonly failure: VerifyFailure | null;
  /** The number of pairs explored until then. */
  readonly pairs: number;
  /** False where the limit ended the search, or the scenario cannot run with it. */
  readonly exact: boolean;
  readonly refused?: string;
}

export interface MatrixOptions {
  readonly signal?: AbortSignal;
  /** Is called with each row as soon as it is found. */
  readonly onRow?: (row: MatrixRow, done: number, of: number) => void;
}

/** A scenario with one mutation, and nothing else broken. */
export interface Mutant {
  readonly mutation: string;
  readonly text: string;
}

/**
 * Looks for the first failure of every mutant, one mutant a worker at a time; the rows are in the
 * order of the mutants, whichever worker found them. Rows that a cancelled run did not reach are
 * missing.
 */
export async function mutationMatrix(
  workers: readonly ExploreWorker[],
  mutants: readonly Mutant[],
  request: VerifyRequest,
  { signal = new AbortController().signal, onRow }: MatrixOptions = {},
): Promise<readonly MatrixRow[]> {
  const rows = new Map<string, MatrixRow>();
  const queue = [...mutants];
  const share = { ...request, maxMb: Math.ceil(request.maxMb / workers.length) };
  const work = async (worker: ExploreWorker) => {
    for (let mutant = queue.shift(); mutant && !signal.aborted; mutant = queue.shift()) {
      const row = await firstFailure(worker, mutant, share, signal);
      if (!row) return;
      rows.set(mutant.mutation, row);
      onRow?.(row, rows.size, mutants.length);
    }
  };
  await Promise.all(workers.map(work));
  return mutants.flatMap(({ mutation }) => rows.get(mutation) ?? []);
}

async function firstFailure(
  worker: ExploreWorker,
  { mutation, text }: Mutant,
  request: VerifyRequest,
  signal: AbortSignal,
): Promise<MatrixRow | undefined> {
  const { model, depth, maxRuns, maxMb, schedules } = request;
  if (schedules !== undefined) {
    return underSchedules(worker, { mutation, text }, request, signal);
  }
  const task = { model, depth, maxRuns, maxMb, shard: 0, shards: 1, first: true };
  try {
    const report = await worker.explore(text, task, signal, () => {});
    if (!report || (signal.aborted && !report.ended)) return undefined;
    const { failures, pairs, exact } = mergeReports([report], true);
    return { mutation, failure: failures[0] ?? null, pairs, exact };
  } catch (error) {
    return refusedRow(mutation, error);
  }
}

/** Tries one schedule after another, until the first one that fails. */
async function underSchedules(
  worker: ExploreWorker,
  { mutation, text }: Mutant,
  request: VerifyRequest,
  signal: AbortSignal,
): Promise<MatrixRow | undefined> {
  try {
    const outcome = await verifySchedules([worker], text, { ...request, first: true }, { signal });
    if (outcome.cancelled && !outcome.ended) return undefined;
    const { failures, pairs, exact } = outcome;
    return { mutation, failure: failures[0] ?? null, pairs, exact };
  } catch (error) {
    return refusedRow(mutation, error);
  }
}

function refusedRow(mutation: string, error: unknown): MatrixRow {
  if (!(error instanceof FileRefused)) throw error;
  return { mutation, failure: null, pairs: 0, exact: false, refused: error.message };
}
