import {
  isFailure,
  VERDICTS,
  type VerdictPairs,
  type VerifyFailure,
  type VerifyPoint,
  type VerifyReport,
  type VerifySite,
} from '../protocol/exploration';

/**
 * Merges the reports of several shards. Counts at points, and the failures, do not depend on the
 * number of shards. The costs do: `runs`, `states`, `innerPoints`, and a site's `inRecovery`.
 */
export function mergeReports(reports: readonly VerifyReport[], first = false): VerifyReport {
  const failures = simplest(noticed(reports.flatMap((report) => report.failures)));
  const all = reports.flatMap(({ points }) => points).sort((a, b) => a.at - b.at);
  // The shards end with their first failures, so some went on beyond the first of all.
  const earliest = Math.min(...failures.map(firstCut));
  const points = first ? all.filter(({ at }) => at <= earliest) : all;
  const limit = reports.find((report) => report.limit)?.limit;
  const stores = reports.find((report) => report.stores)?.stores;
  const waits = reports.find((report) => report.waits)?.waits;
  const programFault = reports.find((report) => report.programFault)?.programFault;
  const sum = (of: (report: VerifyReport) => number) =>
    reports.reduce((total, report) => total + of(report), 0);
  return {
    pairs: points.reduce((total, { pairs }) => total + pairs, 0),
    runs: sum(({ runs }) => runs),
    states: sum(({ states }) => states),
    innerPoints: sum(({ innerPoints }) => innerPoints),
    checked: {
      images: sum(({ checked }) => checked?.images ?? 0),
      broken: sum(({ checked }) => checked?.broken ?? 0),
    },
    exact: reports.every(({ exact }) => exact),
    ...(limit && { limit }),
    ...(programFault && { programFault }),
    ...(reports.some(({ stuck }) => stuck) && { stuck: true }),
    ...(waits && { waits }),
    ended: reports.every(({ ended }) => ended),
    verdicts: addVerdicts(points),
    failures: first ? failures.filter((failure) => firstCut(failure) === earliest) : failures,
    sites: mergeSites(reports),
    ...(stores && { stores }),
    points,
  };
}

/** The failures that a client notices; if there are none, those that the structures show. */
function noticed(failures: readonly VerifyFailure[]): readonly VerifyFailure[] {
  const seen = failures.filter(({ byStructures }) => !byStructures);
  return seen.length > 0 ? seen : failures;
}

/** Adds up the pairs by verdict over all of these points. */
export function addVerdicts(points: readonly Pick<VerifyPoint, 'verdicts'>[]): VerdictPairs {
  const sums: Record<string, readonly [number, number]> = {};
  for (const verdict of VERDICTS) {
    let direct = 0;
    let inRecovery = 0;
    for (const { verdicts } of points) {
      direct += verdicts[verdict]?.[0] ?? 0;
      inRecovery += verdicts[verdict]?.[1] ?? 0;
    }
    if (direct + inRecovery > 0) sums[verdict] = [direct, inRecovery];
  }
  return sums;
}

/** Returns the number of pairs that broke a promise. */
export function failingPairs(verdicts: VerdictPairs): number {
  return VERDICTS.filter(isFailure).reduce((sum, verdict) => {
    const [direct, inRecovery] = verdicts[verdict] ?? [0, 0];
    return sum + direct + inRecovery;
  }, 0);
}

const firstCut = ({ cuts }: VerifyFailure) => cuts[0]?.at ?? 0;

const survivors = ({ cuts }: VerifyFailure) =>
  cuts.reduce(
    (sum, { survive }) =>
      sum + (survive.units ?? []).reduce((n, { stores }) => n + stores.filter(Boolean).length, 0),
    0,
  );

/** Names a failure among those of one exploration. */
export const failureKey = ({ verdict, cuts }: VerifyFailure): string => `${verdict}/${cuts.length}`;

/** Sorts failures: fewer power cuts first, then the earlier cut, then fewer survivors. */
function compare(a: VerifyFailure, b: VerifyFailure): number {
  return (
    a.cuts.length - b.cuts.length ||
    firstCut(a) - firstCut(b) ||
    survivors(a) - survivors(b) ||
    VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict)
  );
}

/**
 * The simplest failure of each verdict and number of power cuts; the simplest of all comes first.
 */
function simplest(failures: readonly VerifyFailure[]): VerifyFailure[] {
  const best = new Map<string, VerifyFailure>();
  for (const failure of [...failures].sort(compare)) {
    const key = failureKey(failure);
    if (!best.has(key)) best.set(key, failure);
  }
  return [...best.values()];
}

/** Every shard goes through the whole run, unless it ended early; recoveries are its own. */
function mergeSites(reports: readonly VerifyReport[]): VerifySite[] {
  const sites = new Map<string, VerifySite>();
  for (const site of reports.flatMap((report) => report.sites)) {
    const key = `${site.label}/${site.ordinal}/${site.kind}`;
    const known = sites.get(key);
    const run = known && known.inRun[0] > site.inRun[0] ? known.inRun : site.inRun;
    const [reached, idle] = known?.inRecovery ?? [0, 0];
    const inRecovery = [reached + site.inRecovery[0], idle + site.inRecovery[1]] as const;
    sites.set(key, { ...site, inRun: run, inRecovery });
  }
  return [...sites.values()].sort((a, b) => a.label - b.label || a.ordinal - b.ordinal);
}
