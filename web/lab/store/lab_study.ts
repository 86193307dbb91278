import { refusalOf } from '../../engine/protocol/errors';
import type { PointResult } from '../../engine/protocol/experiment';
import { type StudyRun, transactionsOf } from '../model/study/study_runs';
import { experimentOf } from './lab_shown';
import type { LabStudy, OpenExperiment } from './lab_state';
import { changeOpen, type LabWork } from './lab_work';

/** Makes one run; if the engine refuses it, it has no result, and the others go on. */
async function measured(
  { engine }: LabWork,
  { log }: OpenExperiment,
  { file, points }: StudyRun,
  signal: AbortSignal,
): Promise<readonly PointResult[] | undefined> {
  try {
    const input = log && { input: log.text };
    return (await engine.run(JSON.stringify(file), points, { signal, ...input })).points;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal.unstarted) throw error;
    return undefined;
  }
}

/** Studies what an answer depends on, run by run; runs that the engine refuses are skipped. */
export async function startStudy(work: LabWork, runs: readonly StudyRun[]): Promise<void> {
  const { store, studying } = work;
  const experiment = experimentOf(store.getState());
  if (!experiment) return;
  const signal = studying.begin();
  const results = new Map<string, readonly PointResult[]>();
  const study = { of: experiment.file, runs, results, done: 0, running: true };
  const tell = (part: Partial<LabStudy>) =>
    changeOpen(work, (open) => ({ study: { ...(open.study ?? study), ...part } }), experiment);
  changeOpen(work, () => ({ study }), experiment);
  const begun = performance.now();
  for (const [n, run] of runs.entries()) {
    if (signal.aborted) return;
    try {
      const points = await measured(work, experiment, run, signal);
      if (signal.aborted) return;
      if (points) results.set(run.id, points);
    } catch (error) {
      // Earlier measurements stay, and are counted.
      return tell({ failure: refusalOf(error), running: false });
    }
    const [done, left] = [runs.slice(0, n + 1), runs.slice(n + 1)];
    const pace = (performance.now() - begun) / 1000 / transactionsOf(done);
    const secondsLeft = pace * transactionsOf(left);
    store.setState({ pace });
    tell({ results: new Map(results), done: n + 1, running: left.length > 0, secondsLeft });
  }
}

/** Ends the study; its measurements stay. */
export function stopStudy(work: LabWork): void {
  work.studying.stop();
  changeOpen(work, ({ study }) => ({ study: study && { ...study, running: false } }));
}
