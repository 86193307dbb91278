import type { VerifyTotals } from '../engine/verify_client';

const MS_BETWEEN_LINES = 5000;
const MS_BETWEEN_REDRAWS = 100;

/** How far a verification is, on standard error: written over on a terminal, now and then elsewhere. */
export class VerifyLine {
  private last = performance.now();
  private drawn = false;

  constructor(
    private readonly out: {
      write(text: string): unknown;
      readonly isTTY?: boolean;
    } = process.stderr,
  ) {}

  show({ points, pairs, runs, failures }: VerifyTotals): void {
    this.draw(
      `points ${points.length}, pairs ${pairs}, recoveries ${runs}, violations ${failures}`,
    );
  }

  mutation(name: string, done: number, of: number): void {
    this.draw(`mutations ${done}/${of}, ${name}`);
  }

  /** Clears the line of a terminal. */
  end(): void {
    if (this.drawn && this.out.isTTY) this.out.write('\r\u001b[K');
    this.drawn = false;
  }

  private draw(text: string): void {
    const now = performance.now();
    if (now - this.last < (this.out.isTTY ? MS_BETWEEN_REDRAWS : MS_BETWEEN_LINES)) return;
    this.last = now;
    this.out.write(this.out.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
    this.drawn = true;
  }
}
