import { runExperiment } from '../engine/experiment_client';
import type { ExperimentFile } from '../engine/experiment_protocol';
import { LocalPlace } from '../engine/local_place';
import { type ExperimentResult, experimentResult } from '../model/experiment_result';
import { withoutMark } from '../model/file_kind';
import { interruptSignal } from './interrupt';
import { loadEngine } from './node_engine';
import { progressText } from './progress_text';
import { StatusLine } from './status_line';

/** Runs an experiment with the untraced engine. Throws FileRefused. Ctrl-C ends it early. */
export async function runExperimentHere(text: string): Promise<ExperimentResult> {
  const { signal, release } = interruptSignal();
  const line = new StatusLine();
  try {
    const place = new LocalPlace(() => loadEngine('fast'));
    const outcome = await runExperiment([place], text, {
      signal,
      onProgress: (progress) => line.show(progressText(progress)),
    });
    const file = JSON.parse(withoutMark(text)) as ExperimentFile;
    return experimentResult(file, outcome);
  } finally {
    line.end();
    release();
  }
}

/** 130 where it was cancelled; 1 where a point did not come to its end, or what survived is inconsistent. */
export function exitCodeOf(result: ExperimentResult): number {
  if (result.cancelled) return 130;
  return result.consistent === false || result.points.some(({ complete }) => !complete) ? 1 : 0;
}
