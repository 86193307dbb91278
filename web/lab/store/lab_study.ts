import { refusalOf } from '../../engine/protocol/errors';
import type { PointResult } from '../../engine/protocol/experiment';
import { type StudyRun, transactionsOf } from '../model/study/study_runs';
import type { LabActions, OpenExperiment } from './lab_state';
import type { LabWork } from './lab_work';

/** One run; what the engine refuses of it alone says nothing, and the others go on. */
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

/** The moves that study what an answer hangs on, run by run. */
export function studyMoves(work: LabWork): Pick<LabActions, 'startStudy' | 'stopStudy'> {
  const { store, studying } = work;
  return {
    startStudy: async (runs) => {
      const { open } = store.getState();
      if (!open) return;
      const signal = studying.begin();
      const results = new Map<string, readonly PointResult[]>();
      const study = { of: open.file, runs, results, done: 0, running: true };
      store.setState({ study });
      const begun = performance.now();
      for (const [n, run] of runs.entries()) {
        if (signal.aborted) return;
        try {
          const points = await measured(work, open, run, signal);
          if (signal.aborted) return;
          if (points) results.set(run.id, points);
        } catch (error) {
          // What was measured before stays, and is counted.
          const { study: known = study } = store.getState();
          const failure = refusalOf(error);
          return store.setState({ study: { ...known, failure, running: false } });
        }
        const [done, left] = [runs.slice(0, n + 1), runs.slice(n + 1)];
        const pace = (performance.now() - begun) / 1000 / transactionsOf(done);
        const secondsLeft = pace * transactionsOf(left);
        const now = { results: new Map(results), done: n + 1, running: left.length > 0 };
        store.setState({ pace, study: { ...study, ...now, secondsLeft } });
      }
    },
    stopStudy: () => {
      studying.stop();
      const { study } = store.getState();
      if (study) store.setState({ study: { ...study, running: false } });
    },
  };
}
