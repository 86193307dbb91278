import type { PointResult, RecoveryPass } from '../../engine/protocol/experiment';

/** The description of a recovery after a power cut. */
export interface RecoveryTold {
  /** The time in nanoseconds. */
  readonly total: number;
  /** The passes, whose times add up to `total`. */
  readonly passes: readonly RecoveryPass[];
  /** The transactions that had committed before. */
  readonly commits: number;
  /** The log records that it read. */
  readonly records: number;
  /** The nanoseconds for 1,000 of the commits; undefined without any. */
  readonly perThousand: number | undefined;
  /** The bytes of the records. */
  readonly bytes: number;
  /** The nanoseconds for each MiB of the log that was read; undefined where none was. */
  readonly perMebibyte: number | undefined;
  /** The reason why there was nothing to recover. */
  readonly nothing: 'nothing' | 'clean' | undefined;
}

const MEBIBYTE = 2 ** 20;

export function recoveryOf({ metrics, passes = [] }: PointResult): RecoveryTold {
  const total = metrics['recovery.total'] ?? 0;
  const records = metrics['recovery.records'] ?? 0;
  const commits = metrics.commits ?? 0;
  const bytes = metrics['recovery.bytes'] ?? 0;
  return {
    total,
    passes,
    commits,
    records,
    perThousand: commits > 0 ? (total / commits) * 1000 : undefined,
    bytes,
    perMebibyte: bytes > 0 ? (total / bytes) * MEBIBYTE : undefined,
    nothing: commits === 0 ? 'nothing' : records === 0 ? 'clean' : undefined,
  };
}

/** The category on which a pass spent most of its time, and its fraction. */
export function mostOf({ ns, spent }: RecoveryPass): { category: string; share: number } {
  const [category, time] = Object.entries(spent).reduce(
    (most, each) => (each[1] > most[1] ? each : most),
    ['', 0] as [string, number],
  );
  return { category, share: ns > 0 ? time / ns : 0 };
}

/**
 * The racers that recovered fastest for their commits; none while one is unknown, and never one
 * without anything to do.
 */
export function fastestRecoveries(
  results: readonly (PointResult | undefined)[],
): ReadonlySet<number> {
  const times = results.map((result) => {
    const told = result?.recovered ? recoveryOf(result) : undefined;
    return told && !told.nothing ? told.perThousand : undefined;
  });
  const known = times.filter((time) => time !== undefined);
  if (results.includes(undefined) || known.length < 2) return new Set();
  const least = Math.min(...known);
  return new Set(times.flatMap((time, n) => (time === least ? [n] : [])));
}
