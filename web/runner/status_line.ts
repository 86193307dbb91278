const MS_BETWEEN_LINES = 5000;
const MS_BETWEEN_REDRAWS = 100;

export interface Screen {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/**
 * The progress of something, on standard error: one line that is overwritten on a terminal, a line
 * every few seconds elsewhere. Standard output holds the result alone.
 */
export class StatusLine {
  private last: number;
  private drawn = false;

  constructor(
    private readonly out: Screen = process.stderr,
    private readonly now: () => number = () => performance.now(),
  ) {
    // Short runs stay silent.
    this.last = now();
  }

  show(text: string): void {
    const now = this.now();
    if (now - this.last < (this.out.isTTY ? MS_BETWEEN_REDRAWS : MS_BETWEEN_LINES)) return;
    this.last = now;
    this.out.write(this.out.isTTY ? `\r\u001b[K${text}` : `${text}\n`);
    this.drawn = true;
  }

  /** Clears the line on a terminal. */
  end(): void {
    if (this.drawn && this.out.isTTY) this.out.write('\r\u001b[K');
    this.drawn = false;
  }
}
