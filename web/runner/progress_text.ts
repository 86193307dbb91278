import type { ExperimentProgress } from '../engine/experiment_client';
import type { VerifyTotals } from '../engine/verify_client';

/** `points 3/20, 18 %, warm-up, 1 min 20 s left`. */
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

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
