import type { WorkloadInputSummary } from '../../engine/protocol/experiment';
import type { Settings } from './server/settings_text';

// What a server's own log says of its bytes: how many a commit has where, and how far apart its
// checkpoints are, after which pages are in it whole again.

type Volume = WorkloadInputSummary['volume'];

/** A result that was kept before may say less. */
export type ToldVolume = Pick<Volume, 'bytes' | 'imageRecords' | 'imageBytes' | 'pages'> &
  Partial<Volume>;

export interface LogBytes {
  /** For each commit. */
  readonly all: number;
  /** Of these, images of pages. */
  readonly images: number;
}

type Mark = Volume['course'][number];
const START: Mark = { commits: 0, bytes: 0, imageBytes: 0 };

/** What the log has up to a commit, between two of its marks in proportion. */
function upTo(course: readonly Mark[], commits: number): Mark {
  const behind = course.findIndex((mark) => mark.commits >= commits);
  const next = course[behind];
  if (!next) return course.at(-1) ?? START;
  const before = course[behind - 1] ?? START;
  const share = (commits - before.commits) / (next.commits - before.commits);
  const between = (of: 'bytes' | 'imageBytes') => before[of] + share * (next[of] - before[of]);
  return { commits, bytes: between('bytes'), imageBytes: between('imageBytes') };
}

/**
 * The bytes of a commit among so many, behind so many others; undefined where the text does not say
 * them. Images come after a checkpoint, so a part may have more of them than the whole.
 */
export function logBytesOf(
  { commits, volume }: { readonly commits: number; readonly volume: ToldVolume },
  skipped = 0,
  most = Number.POSITIVE_INFINITY,
): LogBytes | undefined {
  if (volume.bytes === 0 || commits === 0) return undefined;
  const { course = [{ commits, bytes: volume.bytes, imageBytes: volume.imageBytes }] } = volume;
  const to = upTo(course, Math.min(commits, skipped + most));
  const from = course.length > 1 ? upTo(course, Math.min(skipped, to.commits / 2)) : START;
  const count = to.commits - from.commits;
  return {
    all: (to.bytes - from.bytes) / count,
    images: (to.imageBytes - from.imageBytes) / count,
  };
}

/** What PostgreSQL has: max_wal_size, checkpoint_completion_target, checkpoint_timeout. */
const MOST_WAL_BYTES = 1024 ** 3;
const TARGET = 0.9;
const TIMEOUT_US = 300_000_000;
/** As CalculateCheckpointSegments has it: one checkpoint goes on while the next one's log comes. */
const apart = (most: number, target: number) => most / (1 + target);
/** Log between two checkpoints of a server that nobody has set up. */
export const CHECKPOINT_BYTES = apart(MOST_WAL_BYTES, TARGET);
const US = 1e6;

/** Log between two checkpoints by a server's settings, at the pace of its log. */
function bytesBySettings(
  { volume, times }: Pick<WorkloadInputSummary, 'volume' | 'times'>,
  { max_wal_size, checkpoint_completion_target, checkpoint_timeout }: Settings,
): number {
  const size = apart(
    max_wal_size?.value ?? MOST_WAL_BYTES,
    checkpoint_completion_target?.value ?? TARGET,
  );
  // The pace of a part that is shorter than a second is none.
  if (times.microseconds < US) return size;
  const pace = volume.bytes / times.microseconds;
  return Math.min(size, pace * (checkpoint_timeout?.value ?? TIMEOUT_US));
}

/**
 * Log between two checkpoints: as far apart as those of the log, where it has two or more; else by
 * the server's settings, but no less than the longest part of the log that has none.
 */
export function checkpointBytes(
  log: Pick<WorkloadInputSummary, 'volume' | 'times'>,
  settings: Settings,
): number {
  const { checkpointBytes: told, longestWithout } = log.volume;
  return told > 0 ? told : Math.max(longestWithout, bytesBySettings(log, settings));
}
