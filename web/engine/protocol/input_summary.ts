/**
 * @file The summary of a text that comes beside an experiment. Written by `lab -- formats` from
 * the engine's tables.
 */
import type { Text } from './common';

/** Locks of rows, by their strength. */
export interface LockModes {
  /** `FOR KEY SHARE`. */
  readonly keyShare: number;
  /** `FOR SHARE`. */
  readonly share: number;
  /** `FOR NO KEY UPDATE`. */
  readonly noKeyUpdate: number;
  /** `FOR UPDATE`. */
  readonly update: number;
}

/** A line that cannot be read. */
export interface UnreadLine {
  /** The line, from 1. */
  readonly line: number;
  /** The column, from 1. */
  readonly column: number;
  /** Why it cannot be read. */
  readonly reason: Text;
}

/** The commit times of transactions, by the log's own clock. */
export interface CommitTimes {
  /** Those that have a time. */
  readonly commits: number;
  /** From the first to the last. In µs. */
  readonly microseconds: number;
  /** The most commits of a second. */
  readonly busiestSecond: number;
  /** Seconds that have any. */
  readonly secondsWithCommits: number;
}

/** The volume of a log up to a commit. */
export interface VolumeMark {
  /** Up to so many commits. */
  readonly commits: number;
  /** The bytes of all records. */
  readonly bytes: number;
  /** Those of images of pages. */
  readonly imageBytes: number;
}

/** The size of the records in the server's own log; 0 for a text that does not say it. */
export interface LogVolume {
  /** The bytes of all records. */
  readonly bytes: number;
  /** Records that hold images of whole pages, and the bytes of these: they are not done again. */
  readonly imageRecords: number;
  /** The bytes of these images. */
  readonly imageBytes: number;
  /** Different pages that records change, up to a million. */
  readonly pages: number;
  /** Those of `pages` that had been changed after the last checkpoint before the text. */
  readonly pagesFromBefore: number;
  /** The checkpoints. */
  readonly checkpoints: number;
  /** The log between two checkpoints, on average; 0 where there are not two. In bytes. */
  readonly checkpointBytes: number;
  /** The longest part of the log without a checkpoint. In bytes. */
  readonly longestWithout: number;
  /** The volume of the log up to so many commits; the last entry is of all of it. */
  readonly course: readonly VolumeMark[];
}

/** A table or an index that the text names. */
export interface InputTable {
  /** Its name. */
  readonly id: string;
  /** It is an index. */
  readonly index: boolean;
  /** Different rows that are used. */
  readonly rows: number;
  /** The number of these rows that were there before the text begins. */
  readonly rowsBefore: number;
  /** Blocks of the server's file that are pages of their own; 0 for a text without blocks. */
  readonly blocks: number;
  /** The highest place on a page at which a row was met. */
  readonly lastPlace: number;
  /** Bytes of the longest tuple that was seen. In bytes. */
  readonly widest: number;
}

/** Records of a kind that are passed over. */
export interface SkippedRecords {
  /** Resource manager and operation. */
  readonly name: string;
  /** How many there are. */
  readonly count: number;
}

/** The reply of `ai_input_end`: it sums up a text that comes beside an experiment. */
export interface WorkloadInputSummary {
  /** Its lines. */
  readonly lines: number;
  /** Its records. */
  readonly records: number;
  /** The transactions that commit. */
  readonly commits: number;
  /** The transactions that roll back. */
  readonly aborts: number;
  /** The transactions whose end is not in the text: they are rolled back. */
  readonly unfinished: number;
  /** The transactions that change nothing: they are left out. */
  readonly empty: number;
  /** Sub-transactions. */
  readonly subTransactions: number;
  /** Sub-transactions that were rolled back within their transaction. */
  readonly savepoints: number;
  /** Those of `savepoints` of which the log does not say whose they are. */
  readonly guessedSavepoints: number;
  /** Locks of rows. */
  readonly locks: number;
  /** Rows that are put in. */
  readonly inserts: number;
  /** Rows that are changed. */
  readonly updates: number;
  /** Rows that are taken out. */
  readonly erases: number;
  /** Entries put into indexes. */
  readonly indexEntries: number;
  /** Reads of rows; a server's own log has none. */
  readonly reads: number;
  /** `locks`, by their strength. */
  readonly lockModes: LockModes;
  /** Changes that savepoints took back. */
  readonly undone: number;
  /** Rows copied in of which the place was found out. */
  readonly derivedRows: number;
  /** Rows copied in of which it is not known. */
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
  /** The first of them. */
  readonly firstUnread?: UnreadLine;
  /** Records of a part of the log that the text holds twice: they are left out. */
  readonly repeated: number;
  /** Parts of the log that stand behind later ones. */
  readonly backwards: number;
  /** The commit times of transactions, by the log's own clock. */
  readonly times: CommitTimes;
  /** The size of the records in the server's own log. */
  readonly volume: LogVolume;
  /** The tables and indexes that it names. */
  readonly tables: readonly InputTable[];
  /** Records that are passed over, by resource manager and operation. */
  readonly skipped: readonly SkippedRecords[];
}
