import { refusalOf } from '../../engine/protocol/errors';
import { lineOfLog, type TakenLog, takeLogFile } from '../../store/browser/log_file';
import { keepAnswers } from './kept_answers';
import { keep, readLog } from './lab_log';
import { run } from './lab_run';
import { openProposal, placeLog } from './lab_show';
import { experimentOf } from './lab_shown';
import type { ProposalWish, WorkloadLog } from './lab_state';
import { begin, type LabWork, settle } from './lab_work';
import { readPointsFile } from './points_file';

/**
 * Reads a log and gives it to the experiment that runs one; a refusal of the engine changes
 * nothing.
 */
async function takeText(
  work: LabWork,
  given: TakenLog & { readonly name: string },
  runs: boolean,
  mine: AbortSignal,
): Promise<void> {
  const { store, engine } = work;
  const { name, text } = given;
  let done = false;
  const onRead = (bytes: number) => {
    if (!done && !mine.aborted) store.setState({ reading: { name, bytes } });
  };
  try {
    const log = await readLog(engine, given, onRead).finally(() => {
      done = true;
    });
    if (mine.aborted) return;
    store.setState({ reading: undefined });
    void keep(log);
    await placeLog(work, log, mine);
    if (runs && !mine.aborted && experimentOf(store.getState())?.log === log) void run(work);
  } catch (error) {
    const failure = refusalOf(error);
    const { problems } = failure;
    const at = problems[0]?.line;
    const line = at === undefined ? '' : await lineOfLog(text, at).catch(() => '');
    const why = problems.length > 0 ? { refusedLog: { name, line, problems } } : { failure };
    settle(work, mine, () => ({ reading: undefined, refusedLog: undefined, ...why }));
  }
}

/**
 * Takes a file as a log, for the experiment that runs one; `runs` also measures a new experiment on
 * it.
 */
export async function takeLog(work: LabWork, file: File, runs = false): Promise<void> {
  const { name } = file;
  const mine = begin(work);
  work.store.setState({ reading: { name, bytes: 0 }, refusedLog: undefined });
  const read = await takeLogFile(file);
  if (mine.aborted) return;
  if ('problem' in read) {
    const refusedLog = { name, problems: [], file: read.problem };
    return settle(work, mine, () => ({ reading: undefined, refusedLog }));
  }
  await takeText(work, { name, ...read }, runs, mine);
}

/** Takes a file of points that were measured elsewhere, all or none of them. */
export async function takePoints({ store, kept }: LabWork, file: File): Promise<void> {
  const { results } = store.getState();
  const points = experimentOf(store.getState())?.plan.points ?? [];
  const read = await readPointsFile(file, points, results);
  store.setState({ taken: read.taken });
  if (read.lines.length === 0) return;
  await Promise.all(
    read.lines.map(({ engine: version, key, result }) => kept.keep(version, key, result)),
  );
  const now = new Map(store.getState().results);
  for (const { key, result } of read.lines) now.set(key, result);
  store.setState({ results: now });
}

/** Takes the answers about the server, and opens and runs the log's experiment anew with them. */
export async function serve(work: LabWork, { server, all }: ProposalWish): Promise<void> {
  const { store } = work;
  keepAnswers(server);
  store.setState({ server });
  const log = experimentOf(store.getState())?.log;
  if (!log) return;
  const mine = begin(work);
  await openProposal(work, log, mine, all);
  if (!mine.aborted) void run(work);
}

/** Opens a new experiment on a log that was read. */
export async function propose(work: LabWork, log: WorkloadLog): Promise<void> {
  const mine = begin(work);
  work.store.setState({ refusedLog: undefined });
  await openProposal(work, log, mine);
}
