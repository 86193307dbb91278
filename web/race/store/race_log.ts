import { refusalOf } from '../../engine/protocol/errors';
import { takeLogFile } from '../../store/browser/log_file';
import { findLog, keepLog } from '../../store/browser/log_library';
import { logWorkload } from '../model/race';
import { judge, type RaceWork } from './race_run';
import type { RaceLogProblem } from './race_state';

// The text that a race runs: one that a link names, or a file of the reader's.

/** Fetches the log that a link names, where it is in this browser. */
export async function restoreLog(
  { engine, store }: RaceWork,
  hash: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  const { log: now } = store.getState();
  if (hash === undefined || (now.is === 'here' && now.log.hash === hash)) return;
  const found = await findLog(hash);
  if (signal.aborted) return;
  if (!found) return store.setState({ log: { is: 'elsewhere' } });
  const summary = await engine.read(found.text);
  if (!signal.aborted) store.setState({ log: { is: 'here', log: { hash, ...found, summary } } });
}

/** Takes a file, keeps it in this browser, and sets up a race on it. */
export async function takeLog(work: RaceWork, file: File): Promise<void> {
  const { engine, description, store, reading } = work;
  const { name } = file;
  const signal = reading.begin();
  const before = store.getState().log;
  const refuse = (why: RaceLogProblem) => {
    if (!signal.aborted) store.setState({ log: { is: 'refused', name, why } });
  };
  const onRead = (bytes: number) => {
    const { log } = store.getState();
    if (!signal.aborted && log.is === 'reading') store.setState({ log: { ...log, bytes } });
  };
  store.setState({ log: { is: 'reading', name, bytes: 0 } });
  const read = await takeLogFile(file);
  if ('problem' in read) return refuse({ file: read.problem });
  try {
    const { text, hash } = read;
    const summary = await engine.read(text, onRead);
    const workload = logWorkload(description);
    if (signal.aborted || !workload) return;
    void keepLog(hash, { name, text });
    const setup = { ...store.getState().setup, workload: workload.id, params: {}, log: hash };
    store.setState({ log: { is: 'here', log: { hash, name, text, summary } }, setup });
    await judge(work, setup);
  } catch (error) {
    const { problems, unstarted } = refusalOf(error);
    if (unstarted) store.setState({ log: before, failure: refusalOf(error) });
    else refuse({ problem: problems[0] });
  }
}
