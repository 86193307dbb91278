import type { VerifyOutcome, VerifyTotals } from '../engine/explore/client';
import type { ExperimentProgress } from '../engine/measure/client';
import type { ScheduleCounts } from '../engine/protocol/exploration';

/** The progress in words: `points 3/20, 18 %, warm-up, 1 min 20 s left`. */
export function progressText(progress: ExperimentProgress): string {
  const { points, of, fraction, stage, secondsLeft } = progress;
  const left = secondsLeft === undefined ? [] : [`${duration(secondsLeft)} left`];
  const doing = stage === 'ended' ? [] : [stage];
  return [`points ${points}/${of}`, `${Math.floor(fraction * 100)} %`, ...doing, ...left].join(
    ', ',
  );
}

export function verifyText({ points, pairs, runs, failures }: VerifyTotals): string {
  return `points ${points.length}, pairs ${pairs}, recoveries ${runs}, violations ${failures}`;
}

const LIMITS = {
  runs: 'the limit of recoveries was reached',
  memory: 'what is kept of them has filled its memory',
  unrepeatable: 'recovery did not always do the same',
};

/** The limit that ended an exploration early. */
export function limitText({ runs, pairs, cancelled, limit }: VerifyOutcome): string {
  const why = limit ? LIMITS[limit] : cancelled ? 'it was cancelled' : 'a worker had to be ended';
  const instead = limit === 'runs' || limit === 'memory' ? '; sample instead (--images N)' : '';
  return `not exhaustive: stopped after ${runs} recoveries, ${pairs} images: ${why}${instead}`;
}

/** The number of schedules, and the reason why there are no more. */
export function schedulesText(counts: ScheduleCounts): string {
  const { asked, bound, of, tried, failing, operations, all } = counts;
  const delays = bound === 1 ? 'one delay' : 'two delays';
  const short =
    bound < asked
      ? `; two delays are tried up to 40 shared operations, this run has ${operations}`
      : '';
  const more = all ? '' : '; there are more';
  const counted = `${tried} of ${of} schedules with at most ${delays}`;
  return `${counted}, ${failing} of them broken${short}${more}`;
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
