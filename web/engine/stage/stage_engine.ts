import type { OpenProgress } from '../instance/session';
import type {
  ByteView,
  CutResult,
  Description,
  Frame,
  Opened,
  Outlook,
  Refused,
  ScenarioProblem,
  SurvivalPoint,
  Survive,
  TierId,
} from '../protocol';

/**
 * The stage's engine: one session in one worker, its outlook in a second one. All calls may be
 * issued at any time; `seek` and `outlook` answer the newest request and reject overtaken ones
 * with `Overtaken`. A trap in the WebAssembly rejects with `EngineTrap` and the engine reopens
 * the session by itself for the next call.
 */
export interface StageEngine {
  describe(): Promise<Description>;
  /**
   * Parses, checks, and runs phase 0 to its end; a long run reports its progress. A refused text
   * leaves the open session as it was.
   */
  open(text: string, onProgress?: OpenProgress): Promise<Opened | Refused>;
  /**
   * Gives up what is being opened, which rejects with `Overtaken` and leaves the open session as it
   * was.
   */
  cancelOpen(): void;
  /**
   * Returns the problems that keep a text from being opened; the open session goes on unchanged.
   */
  check(text: string): Promise<readonly ScenarioProblem[]>;
  /** The state after the first `at` events of the current plan. */
  seek(at: number): Promise<Frame>;
  bytes(at: number, tier: TierId, address: number, size: number): Promise<ByteView>;
  /**
   * Cuts the power at `at` and runs recovery to its end. Drops phases that started after `at`:
   * a plan is a list of cuts, each later than the one before.
   */
  cut(at: number, survive: Survive): Promise<CutResult>;
  /**
   * Drops the recoveries of all cuts after the first `count`; the phase before runs on as it did.
   */
  uncut(count: number): Promise<void>;
  outlook(at: number): Promise<Outlook>;
  /**
   * Finds the fates of all transactions at each distinct crash point of the current plan's last
   * phase, coarse to fine; calls back with the positions done so far. Resolves when complete; abort
   * to stop.
   */
  survival(onPart: (part: readonly SurvivalPoint[]) => void, signal: AbortSignal): Promise<void>;
  dispose(): void;
}
