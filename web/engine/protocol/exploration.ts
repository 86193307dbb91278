// What the crash explorer says (engine-wasm/run/reply/verify_json.h): the shapes that cross the boundary.
import type { ScenarioProblem, Survive, Verdict, VerdictKind } from '.';

/** What images came to; `allowed`: consistent only because the scheme promises less. */
export type VerifyVerdict = VerdictKind | 'allowed';

/** Worst first. */
export const VERDICTS: readonly VerifyVerdict[] = [
  ...(['recovery-failed', 'damaged', 'never-existed', 'lost', 'visible'] as const),
  ...(['allowed', 'consistent'] as const),
];

export const isFailure = (verdict: VerifyVerdict): boolean =>
  verdict !== 'consistent' && verdict !== 'allowed';

/** What the hardware does with its caches; the index is the engine's number. */
export const FAILURE_MODELS = ['adr', 'eadr', 'wsp'] as const;
export type FailureModelId = (typeof FAILURE_MODELS)[number];

/** (point, image) pairs by verdict: with one power cut, and with further ones in recovery. */
export type VerdictPairs = Readonly<
  Partial<Record<VerifyVerdict, readonly [direct: number, inRecovery: number]>>
>;

/** A moment of the run at which the power failed. */
export interface VerifyPoint {
  /** Events before it; the last of them is what the rest tells of. */
  readonly at: number;
  readonly kind?: string;
  /** Listing line of that event, 0 for none. */
  readonly label?: number;
  readonly txn?: number;
  readonly actor?: number;
  readonly timeNs?: number;
  /** Legal crash images here. */
  readonly images: number;
  /** With those of further power cuts, in recovery. */
  readonly pairs: number;
  /** Recoveries that differ. */
  readonly ways: number;
  readonly verdicts: VerdictPairs;
}

/** Why an exploration is not exhaustive: `unrepeatable`, where recovery did not always do the same. */
export type VerifyLimit = 'runs' | 'memory' | 'unrepeatable';

export interface VerifyCounts {
  /** What was stood for, and the recoveries that were run for it. */
  readonly pairs: number;
  readonly runs: number;
  readonly states: number;
  readonly innerPoints: number;
  /** Images after which everything was read: all records, and the structures by their bytes. */
  readonly checked?: { readonly images: number; readonly broken: number };
  /** False where the search ended early; `limit` says why, unless the place had to be ended. */
  readonly exact: boolean;
  readonly limit?: VerifyLimit;
  /** False while there is more to explore. */
  readonly ended: boolean;
  readonly verdicts: VerdictPairs;
}

export interface VerifyProgress extends VerifyCounts {
  readonly failures: number;
  /** Those that were asked for. */
  readonly points: readonly VerifyPoint[];
}

/** The simplest case of a verdict, with so many power cuts. */
export interface VerifyFailure {
  readonly verdict: VerdictKind;
  /** No client notices it: it was found by the bytes of the structures. */
  readonly byStructures?: boolean;
  readonly pairs: number;
  /** Whether an ordinary session, with these cuts, came to the same. */
  readonly replayed: boolean;
  /** As a session takes them: after how many events in all, and what survives. */
  readonly cuts: readonly { readonly at: number; readonly survive: Survive }[];
  /** What the oracle says of that session. */
  readonly result?: Verdict;
}

/** An operation on a device by a line of a listing: what a mechanical mutation leaves out or delays. */
export interface VerifySite {
  readonly label: number;
  /** Which operation of the line, from 1. */
  readonly ordinal: number;
  readonly kind: string;
  /** Names of its mutations. */
  readonly leaveOut: string;
  readonly delay?: string;
  /** How often it was reached, and how often it then had nothing to do. */
  readonly inRun: readonly [reached: number, idle: number];
  /** The same in those recoveries that were run and might have lost power again; of others there are no numbers. */
  readonly inRecovery: readonly [reached: number, idle: number];
}

export interface VerifyReport extends VerifyCounts {
  readonly failures: readonly VerifyFailure[];
  readonly sites: readonly VerifySite[];
  readonly points: readonly VerifyPoint[];
}

/** One way that recovery takes from a point. */
export interface VerifyWay {
  readonly verdict: VerifyVerdict;
  /** The worst of a further power cut, in this recovery. */
  readonly inRecovery: VerifyVerdict;
  readonly images: number;
  readonly survive: Survive;
}

/** What one engine is to explore. */
export interface VerifyTask {
  readonly model: FailureModelId;
  /** Further power cuts, in recovery. */
  readonly depth: number;
  /** Recoveries after which it gives up; 0: never. */
  readonly maxRuns: number;
  /** MiB for what is kept of recoveries, about, after which it gives up; 0: never. */
  readonly maxMb: number;
  /** Every shards-th point from `shard` on. */
  readonly shard: number;
  readonly shards: number;
  /** Ends with the first failure. */
  readonly first: boolean;
  /** Ends soon after this verdict was found. */
  readonly until?: VerdictKind;
  /** So many images a point, drawn by `seed`, and some points of each recovery; 0 or nothing: all. */
  readonly images?: number;
  readonly seed?: number;
}

/** An engine that explores: wasm_module.ts, or a stand-in for tests. */
export interface VerifyEngine {
  openVerification(text: string, task: VerifyTask): readonly ScenarioProblem[] | undefined;
  /** Goes on for about so many recoveries; the reply has the points from `from` on. */
  advanceVerification(runs: number, from: number): { ended: boolean; progress: VerifyProgress };
  verificationReport(): VerifyReport;
  /** Of the point with this index among those that were explored. */
  verificationWays(index: number): readonly VerifyWay[];
  dropVerification(): void;
}
