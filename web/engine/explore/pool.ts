import type { Cut, Description, Scenario } from '../protocol';
import type { VerifyFailure, VerifySite, VerifyWay } from '../protocol/exploration';
import { Pool } from '../worker/pool';
import type { VerifyOptions, VerifyOutcome, VerifyRequest } from './client';
import { type MatrixOptions, type MatrixRow, type Mutant, mutationMatrix } from './matrix';
import { RemoteExploreWorker, type SpawnVerifyHost } from './remote_worker';
import type { Replay } from './replay';
import type { WaysTask } from './runner';
import { verifySchedules } from './schedules';
import { type ShrinkOptions, type Smallest, shrinkFailure } from './shrink';

/** Explores away from the page's thread. All throw FileRefused. */
export interface VerifyService {
  verify(text: string, request: VerifyRequest, options: VerifyOptions): Promise<VerifyOutcome>;
  matrix(
    mutants: readonly Mutant[],
    request: VerifyRequest,
    options: MatrixOptions,
  ): Promise<readonly MatrixRow[]>;
  /** Looks for the smallest scenario with the same failure. */
  shrink(
    scenario: Scenario,
    failure: VerifyFailure,
    request: VerifyRequest,
    options: ShrinkOptions,
  ): Promise<Smallest>;
  ways(text: string, task: WaysTask, index: number): Promise<readonly VerifyWay[]>;
  sites(text: string): Promise<readonly VerifySite[]>;
  replay(text: string, cuts: readonly Cut[]): Promise<Replay>;
  /**
   * Returns the description of every system with its listings; the stage's own engine may be a
   * smaller one.
   */
  describe(): Promise<Description>;
  dispose(): void;
}

const MOST_WORKERS = 4;

/**
 * Workers stay until the page has done with them: most explorations take less time than starting
 * one.
 */
export class VerifyPool implements VerifyService {
  private readonly pool: Pool<RemoteExploreWorker>;
  private readonly workers: readonly RemoteExploreWorker[];
  /** Answers questions while the others explore. */
  private readonly asked: RemoteExploreWorker;

  constructor(spawn: SpawnVerifyHost, cores: number) {
    this.pool = new Pool(() => new RemoteExploreWorker(spawn));
    this.workers = this.pool.take(Math.max(1, Math.min(cores, MOST_WORKERS)));
    this.asked = this.pool.add();
  }

  verify(text: string, request: VerifyRequest, options: VerifyOptions) {
    return verifySchedules(this.workers, text, request, options);
  }

  matrix(mutants: readonly Mutant[], request: VerifyRequest, options: MatrixOptions) {
    return mutationMatrix(this.workers, mutants, request, options);
  }

  shrink(
    scenario: Scenario,
    failure: VerifyFailure,
    request: VerifyRequest,
    options: ShrinkOptions,
  ) {
    return shrinkFailure(this.workers, scenario, failure, request, options);
  }

  ways(text: string, task: WaysTask, index: number) {
    const maxMb = Math.ceil(task.maxMb / this.workers.length);
    return this.asked.ways(text, { ...task, maxMb }, index);
  }

  sites(text: string) {
    return this.asked.sites(text);
  }

  replay(text: string, cuts: readonly Cut[]) {
    return this.asked.replay(text, cuts);
  }

  describe() {
    return this.asked.describe();
  }

  dispose(): void {
    this.pool.end();
  }
}
