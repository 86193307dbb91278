/** The time until 8 kB of log are durable. */
export interface FlushTime {
  /** A value of wal_sync_method, or `fio`. */
  readonly method: string;
  readonly ns: number;
  /** The line of the text that says so. */
  readonly line: string;
}

/** The same while so many write at once. */
export interface LoadedFlush extends FlushTime {
  readonly clients: number;
}

/** All that the text names, and the one that counts. */
export interface FlushTimes {
  readonly chosen: FlushTime;
  readonly all: readonly FlushTime[];
  /** The time with several writers, if the text gives it, too. */
  readonly loaded?: LoadedFlush;
}
