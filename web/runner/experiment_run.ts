import { type ExperimentOptions, planExperiment, runExperiment } from '../engine/measure/client';
import { LocalPointWorker } from '../engine/measure/local_worker';
import type { LogInput } from '../engine/measure/log_pieces';
import type { PointResult, Scale } from '../engine/protocol/experiment';
import { type ExperimentResult, experimentResult } from '../lab/model/experiment_result';
import { readExperiment } from '../model/experiment/experiment_text';
import { keysOf, type PointLine, pointLine, type Shard } from '../model/experiment/point_lines';
import { incompleteLines } from './incomplete';
import { interruptSignal } from './interrupt';
import { loadEngine } from './node_engine';
import { scaledText } from './options/scale_option';
import { progressText } from './progress_text';
import { StatusLine } from './status_line';

export interface ExperimentRun {
  /** The scale; the file's own by default. */
  readonly scale: Scale | undefined;
  /** The known results, by key: these points are not measured again. */
  readonly known: ReadonlyMap<string, PointResult>;
  /** The text that the workload runs, if it runs one. */
  readonly input?: LogInput;
}

/**
 * A place in this process, with the untraced engine. It reports the progress of reading a long
 * text.
 */
export function measuringPlace(): LocalPointWorker {
  const line = new StatusLine();
  return new LocalPointWorker(() => loadEngine('fast'), {
    onRead: (bytes) => line.show(`${Math.round(bytes / 1e6)} MB of the text have been read`),
  });
}

/** Runs an experiment. Throws FileRefused and Complaint. Ctrl-C ends it early. */
export async function runExperimentHere(
  text: string,
  { scale, known, ...beside }: ExperimentRun,
): Promise<ExperimentResult> {
  // The text that was read for the first look is not read again for the first point.
  const place = measuringPlace();
  const scaled = await scaledText(place, text, scale, beside.input);
  const outcome = await withProgress((options) =>
    runExperiment([place], scaled, { ...options, ...beside, known }),
  );
  return experimentResult(readExperiment(scaled), outcome);
}

export interface ShardOutcome {
  readonly cancelled: boolean;
  /** The points that did not end: key and reason. */
  readonly incomplete: readonly string[];
}

/** Measures one part of an experiment's points; `write` receives each as soon as it is known. */
export async function runShardHere(
  text: string,
  { scale, known, ...beside }: ExperimentRun,
  shard: Shard,
  write: (point: PointLine) => void,
): Promise<ShardOutcome> {
  const place = measuringPlace();
  const scaled = await scaledText(place, text, scale, beside.input);
  const plan = await planExperiment(place, scaled, beside.input);
  const keys = keysOf(plan, shard);
  for (const key of keys) {
    const point = plan.points.find((each) => each.key === key);
    const result = known.get(key);
    if (point && result) write(pointLine(plan, point, result));
  }
  const { cancelled, points } = await withProgress((options) =>
    runExperiment([place], scaled, {
      ...options,
      ...beside,
      known,
      wanted: ({ key }) => keys.has(key),
      onPoint: (point, result) => write(pointLine(plan, point, result)),
    }),
  );
  const incomplete = incompleteLines(points.map((point) => ({ ...point, name: point.plan.key })));
  return { cancelled, incomplete };
}

/** Shows the progress of a run; Ctrl-C aborts its signal. */
export async function withProgress<T>(
  run: (options: Required<Pick<ExperimentOptions, 'signal' | 'onProgress'>>) => Promise<T>,
): Promise<T> {
  const { signal, release } = interruptSignal();
  const line = new StatusLine();
  try {
    return await run({ signal, onProgress: (progress) => line.show(progressText(progress)) });
  } finally {
    line.end();
    release();
  }
}

/**
 * 130 where it was cancelled; 1 where a point did not come to its end, or what survived is
 * inconsistent.
 */
export function exitCodeOf(result: ExperimentResult): number {
  if (result.cancelled) return 130;
  return result.consistent === false || result.points.some(({ complete }) => !complete) ? 1 : 0;
}
