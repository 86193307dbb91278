import { lineOf } from '../../breakit/model/site_lines';
import type { VerifyOutcome, VerifyRequest } from '../../engine/explore/client';
import type { MatrixRow } from '../../engine/explore/matrix';
import type { Scenario, SchemeDescription, SessionInfo, Text } from '../../engine/protocol';
import type { VerifySite } from '../../engine/protocol/exploration';
import { type StoreHint, storeHints } from '../../own/model/store_hints';

/** The output of `lab verify`. */
export interface VerifyResult {
  readonly id: string;
  readonly title: Text;
  readonly engine: string;
  readonly scheme: string;
  readonly promise: SessionInfo['promise'];
  readonly mutations: readonly string[];
  readonly model: VerifyRequest['model'];
  readonly depth: number;
  readonly sample?: number;
  /** The images of a point, where they were sampled. */
  readonly images?: number;
  /** (point, image) pairs that were stood for, and the recoveries that were run for them. */
  readonly pairs: number;
  readonly runs: number;
  /**
   * True if every point and every image was tried, within the sample; false where a limit ended the
   * search.
   */
  readonly exact: boolean;
  /** The limit that ended it. */
  readonly limit?: VerifyOutcome['limit'];
  readonly cancelled: boolean;
  /** The counts of schedules, where others were tried, too. */
  readonly schedules?: VerifyOutcome['schedules'];
  readonly verdicts: VerifyOutcome['verdicts'];
  readonly failures: VerifyOutcome['failures'];
  /**
   * The fault of a user's program: a mistake that stops a run, or threads that wait for each other.
   */
  readonly programFault?: VerifyOutcome['programFault'];
  readonly stuck?: VerifyOutcome['stuck'];
  readonly waits?: VerifyOutcome['waits'];
  /** The power cuts after which everything was read, and the number of those that broke a rule. */
  readonly checked: VerifyOutcome['checked'];
  /** The write-backs and fences that had no effect. */
  readonly waste: readonly Waste[];
  /** The stores of a user's program that deserve a look. They are hints, not verdicts. */
  readonly hints?: readonly Hint[];
  readonly points: VerifyOutcome['points'];
  readonly matrix?: readonly MatrixResult[];
}

interface Waste {
  readonly site: string;
  readonly line?: string;
  readonly kind: string;
  readonly inRun: VerifySite['inRun'];
  readonly inRecovery: VerifySite['inRecovery'];
}

type Hint = StoreHint & { readonly text: string };

interface MatrixResult {
  readonly mutation: string;
  readonly verdict: string | null;
  /** The power cuts of the failure. */
  readonly cuts: number;
  readonly pairs: number;
  readonly exact: boolean;
  readonly refused?: string;
}

interface Parts {
  readonly version: string;
  readonly scheme: SchemeDescription;
  readonly info: SessionInfo;
  readonly scenario: Scenario;
  readonly request: VerifyRequest;
  readonly outcome: VerifyOutcome;
  readonly matrix: readonly MatrixRow[] | undefined;
}

export function verifyResult(parts: Parts): VerifyResult {
  const { version, scheme, info, scenario, request, outcome, matrix } = parts;
  return {
    id: scenario.id,
    title: scenario.title,
    engine: version,
    scheme: info.scheme,
    promise: info.promise,
    mutations: scenario.scheme.mutations ?? [],
    model: request.model,
    depth: request.depth,
    ...(request.sample !== undefined && { sample: request.sample }),
    ...(request.images !== undefined && { images: request.images }),
    pairs: outcome.pairs,
    runs: outcome.runs,
    exact: outcome.exact && request.images === undefined,
    ...(outcome.limit && { limit: outcome.limit }),
    cancelled: outcome.cancelled,
    ...(outcome.schedules && { schedules: outcome.schedules }),
    verdicts: outcome.verdicts,
    failures: outcome.failures,
    ...(outcome.programFault && { programFault: outcome.programFault }),
    ...(outcome.stuck && { stuck: outcome.stuck }),
    ...(outcome.waits && { waits: outcome.waits }),
    checked: outcome.checked,
    waste: outcome.sites.filter(isIdle).map((site) => wasteOf(scheme, site)),
    ...(outcome.stores && { hints: storeHints([{ outcome }]).map(hintOf) }),
    points: outcome.points,
    ...(matrix && { matrix: matrix.map(matrixResult) }),
  };
}

const isIdle = ({ inRun, inRecovery }: VerifySite) => inRun[1] + inRecovery[1] > 0;

function wasteOf(scheme: SchemeDescription, site: VerifySite): Waste {
  const found = lineOf(scheme, site.label);
  return {
    site: site.leaveOut.replace(/^leave-out-/, ''),
    ...(found && { line: found.line.text.en }),
    kind: site.kind,
    inRun: site.inRun,
    inRecovery: site.inRecovery,
  };
}

const SAID = {
  unwritten: 'never written back; needed only if recovery reads it',
  unfenced: 'written back, and no fence waits for it; needed only if recovery reads it',
  overwritten: 'overwritten before it was written back; the first value cannot be needed',
} as const;

const hintOf = (hint: StoreHint): Hint => ({ ...hint, text: SAID[hint.kind] });

function matrixResult({ mutation, failure, pairs, exact, refused }: MatrixRow): MatrixResult {
  return {
    mutation,
    verdict: failure?.verdict ?? null,
    cuts: failure?.cuts.length ?? 0,
    pairs,
    exact,
    ...(refused !== undefined && { refused }),
  };
}
