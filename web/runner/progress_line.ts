import type { ExperimentProgress } from '../engine/experiment_client';

const SECONDS_BETWEEN_LINES = 5;
const SECONDS_BETWEEN_REDRAWS = 0.1;

/**
 * Progress on standard error: one line that is written over on a terminal, a line every few seconds
 * elsewhere. Standard output holds the result alone.
 */
export class ProgressLine {
  private last = Number.NEGATIVE_INFINITY;
  private drawn = false;

  constructor(
    private readonly out: {
      write(text: string): unknown;
      readonly isTTY?: boolean;
    } = process.stderr,
  ) {}

  show(progress: ExperimentProgress): void {
    const between = this.out.isTTY ? SECONDS_BETWEEN_REDRAWS : SECONDS_BETWEEN_LINES;
    // Short runs stay silent elsewhere than on a terminal.
    if (progress.elapsedSeconds - Math.max(this.last, 0) < between) return;
    this.last = progress.elapsedSeconds;
    const text = progressText(progress);
    this.out.write(this.out.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
    this.drawn = true;
  }

  /** Clears the line of a terminal. */
  end(): void {
    if (this.drawn && this.out.isTTY) this.out.write('\r\u001b[K');
  }
}

/** `points 3/20, 18 %, warm-up, 1 min 20 s left`. */
export function progressText(progress: ExperimentProgress): string {
  const { points, of, fraction, stage, secondsLeft } = progress;
  const left = secondsLeft === undefined ? [] : [`${duration(secondsLeft)} left`];
  const doing = stage === 'ended' ? [] : [stage];
  return [`points ${points}/${of}`, `${Math.floor(fraction * 100)} %`, ...doing, ...left].join(
    ', ',
  );
}

function duration(seconds: number): string {
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} s`;
  if (whole < 3600) return `${Math.floor(whole / 60)} min ${whole % 60} s`;
  return `${Math.floor(whole / 3600)} h ${Math.floor((whole % 3600) / 60)} min`;
}
