import type { Text } from './common';

/** The reply of `ai_input_end`: it sums up a text that comes beside an experiment. */
export interface WorkloadInputSummary {
  readonly lines: number;
  readonly records: number;
  readonly commits: number;
  readonly aborts: number;
  /** The transactions whose end is not in the text: they are rolled back. */
  readonly unfinished: number;
  /** The transactions that change nothing: they are left out. */
  readonly empty: number;
  readonly subTransactions: number;
  /** Sub-transactions that were rolled back within their transaction. */
  readonly savepoints: number;
  /** Those of `savepoints` of which the log does not say whose they are. */
  readonly guessedSavepoints: number;
  readonly locks: number;
  readonly inserts: number;
  readonly updates: number;
  readonly erases: number;
  readonly indexEntries: number;
  /** Reads of rows; a server's own log has none. */
  readonly reads: number;
  /** `locks`, by their strength. */
  readonly lockModes: {
    readonly keyShare: number;
    readonly share: number;
    readonly noKeyUpdate: number;
    readonly update: number;
  };
  /** Changes that savepoints took back. */
  readonly undone: number;
  /** Rows copied in of which the place was found out, and those of which it is not known. */
  readonly derivedRows: number;
  readonly hiddenRows: number;
  /** Databases whose relations the log names. */
  readonly databases: number;
  /** Different clients that the text names. */
  readonly clients: number;
  /** The operations that do not fit the rows as they are by then: they are dropped. */
  readonly dropped: number;
  /** Tuples cut to the longest record. */
  readonly clipped: number;
  /** Lines of the tool about itself. */
  readonly notes: number;
  /** Lines that are no records, or bad ones: they are left out. */
  readonly unread: number;
  readonly firstUnread?: {
    readonly line: number;
    readonly column: number;
    readonly reason: Text;
  };
  /** Records of a part of the log that the text holds twice: they are left out. */
  readonly repeated: number;
  /** Parts of the log that stand behind later ones. */
  readonly backwards: number;
  /** The commit times of transactions, by the log's own clock. */
  readonly times: {
    readonly commits: number;
    /** From the first to the last. */
    readonly microseconds: number;
    readonly busiestSecond: number;
    readonly secondsWithCommits: number;
  };
  /** The size of the records in the server's own log; 0 for a text that does not say it. */
  readonly volume: {
    readonly bytes: number;
    /** Records that hold images of whole pages, and the bytes of these: they are not done again. */
    readonly imageRecords: number;
    readonly imageBytes: number;
    /** Different pages that records change, up to a million. */
    readonly pages: number;
    /** Those of `pages` that had been changed after the last checkpoint before the text. */
    readonly pagesFromBefore: number;
    readonly checkpoints: number;
    /** The log between two checkpoints, on average; 0 where there are not two. */
    readonly checkpointBytes: number;
    /** The longest part of the log without a checkpoint. */
    readonly longestWithout: number;
    /** The volume of the log up to so many commits; the last entry is of all of it. */
    readonly course: readonly {
      readonly commits: number;
      readonly bytes: number;
      readonly imageBytes: number;
    }[];
  };
  readonly tables: readonly {
    readonly id: string;
    readonly index: boolean;
    readonly rows: number;
    /** The number of these rows that were there before the text begins. */
    readonly rowsBefore: number;
    /** Blocks of the server's file that are pages of their own; 0 for a text without blocks. */
    readonly blocks: number;
    /** The highest place on a page at which a row was met. */
    readonly lastPlace: number;
    /** Bytes of the longest tuple that was seen. */
    readonly widest: number;
  }[];
  /** Records that are passed over, by resource manager and operation. */
  readonly skipped: readonly { readonly name: string; readonly count: number }[];
}
