import { refusalOf } from '../../engine/protocol/errors';
import { lineOfLog, type TakenLog, takeLogFile } from '../../store/browser/log_file';
import { keepAnswers } from './kept_answers';
import { keep, readLog } from './lab_log';
import { openProposal, placeLog } from './lab_show';
import type { LabActions } from './lab_state';
import { begin, type LabWork, settle } from './lab_work';
import { readPointsFile } from './points_file';

/**
 * Reads a log and gives it to what runs one; what the engine refuses leaves everything as it was.
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
    const { open, run } = store.getState();
    if (runs && !mine.aborted && open?.log === log) void run();
  } catch (error) {
    const failure = refusalOf(error);
    const { problems } = failure;
    const at = problems[0]?.line;
    const line = at === undefined ? '' : await lineOfLog(text, at).catch(() => '');
    const why = problems.length > 0 ? { refusedLog: { name, line, problems } } : { failure };
    settle(work, mine, { reading: undefined, refusedLog: undefined, ...why });
  }
}

/** The moves that take files which belong to an experiment: logs, and points measured elsewhere. */
export function takeMoves(
  work: LabWork,
): Pick<LabActions, 'takeLog' | 'takePoints' | 'propose' | 'serve'> {
  const { store, kept } = work;
  return {
    takeLog: async (file, runs = false) => {
      const { name } = file;
      const mine = begin(work);
      store.setState({ reading: { name, bytes: 0 }, refusedLog: undefined });
      const read = await takeLogFile(file);
      if (mine.aborted) return;
      if ('problem' in read) {
        const refusedLog = { name, problems: [], file: read.problem };
        return settle(work, mine, { reading: undefined, refusedLog });
      }
      await takeText(work, { name, ...read }, runs, mine);
    },
    takePoints: async (file) => {
      const { open, results } = store.getState();
      const read = await readPointsFile(file, open?.plan.points ?? [], results);
      store.setState({ taken: read.taken });
      if (read.lines.length === 0) return;
      await Promise.all(
        read.lines.map(({ engine: version, key, result }) => kept.keep(version, key, result)),
      );
      const now = new Map(store.getState().results);
      for (const { key, result } of read.lines) now.set(key, result);
      store.setState({ results: now });
    },
    serve: async ({ server, all }) => {
      keepAnswers(server);
      store.setState({ server });
      const log = store.getState().open?.log;
      if (!log) return;
      const mine = begin(work);
      await openProposal(work, log, mine, all);
      if (!mine.aborted) void store.getState().run();
    },
    propose: async (log) => {
      const mine = begin(work);
      store.setState({ refusedLog: undefined });
      await openProposal(work, log, mine);
    },
  };
}
