import type { SessionPlan } from '../instance/session';
import { EngineTrap } from '../protocol/errors';
import type { Reply } from './engine_host';
import type { EngineCalls, EnginePort, SpawnEngine } from './engine_port';

export interface GuardOptions {
  /** Seconds without an answer after which a worker is ended and started again. */
  readonly hangSeconds?: number;
  /** One second of awake time; replaced in tests. */
  readonly tickMs?: number;
}

const HANG_SECONDS = 20;

/**
 * One engine worker that is always there: started when first needed, ended and started again when
 * it hangs, one call at a time in the order they came. Its plan is restored before the next call.
 */
export class GuardedEngine {
  private port: Promise<EnginePort> | undefined;
  /** The plan that the worker of `port` has open. */
  private adopted: SessionPlan | undefined;
  private tail: Promise<unknown> = Promise.resolve();
  private disposed = false;
  /** The ticks since the running call last showed activity. */
  private silent = 0;
  private readonly interrupts = new Set<(error: Error) => void>();

  constructor(
    private readonly spawn: SpawnEngine,
    private readonly options: GuardOptions = {},
  ) {}

  /**
   * Runs `call` when all earlier calls are done, with `plan` (taken then) open in the worker.
   * Rejects with EngineTrap where the engine traps or does not answer.
   */
  run<T>(
    plan: () => SessionPlan | undefined,
    call: (calls: EngineCalls) => Promise<Reply<T>>,
  ): Promise<T> {
    const result = this.tail.then(() => this.perform(plan(), call));
    this.tail = result.catch(() => undefined);
    return result;
  }

  /** Notes that the call which just ended left this plan open in the worker. */
  holds(plan: SessionPlan | undefined): void {
    this.adopted = plan;
  }

  /** Notes that the running call has shown activity: it does not hang. */
  alive(): void {
    this.silent = 0;
  }

  /**
   * Ends the worker and its work, which rejects with `error`; the next call gets another worker.
   */
  interrupt(error: Error): void {
    this.end(error);
  }

  dispose(): void {
    this.disposed = true;
    this.end(new Error('the engine was closed'));
  }

  private async perform<T>(
    plan: SessionPlan | undefined,
    call: (calls: EngineCalls) => Promise<Reply<T>>,
  ): Promise<T> {
    if (this.disposed) throw new Error('the engine was closed');
    this.port ??= this.spawn();
    const { calls } = await this.port.catch((error: unknown) => {
      this.port = undefined;
      throw error;
    });
    if (plan && this.adopted !== plan) {
      await this.watched(calls.adopt(plan), 0);
      this.adopted = plan;
    }
    return this.watched(call(calls), plan?.ends.at(-1) ?? 0);
  }

  private watched<T>(answer: Promise<Reply<T>>, at: number): Promise<T> {
    return new Promise((resolve, reject) => {
      const timer = this.watchdog(at);
      const finish = () => {
        clearInterval(timer);
        this.interrupts.delete(interrupt);
      };
      const interrupt = (error: Error) => {
        finish();
        reject(error);
      };
      this.interrupts.add(interrupt);
      answer.then((reply) => {
        finish();
        if (reply.ok) resolve(reply.value);
        else reject(new EngineTrap(reply.trap.at, reply.trap.message));
      }, interrupt);
    });
  }

  /**
   * The guard counts ticks, not time: a laptop that slept for an hour has not waited for an hour.
   */
  private watchdog(at: number): ReturnType<typeof setInterval> {
    const { hangSeconds = HANG_SECONDS, tickMs = 1000 } = this.options;
    this.silent = 0;
    return setInterval(() => {
      if (++this.silent < hangSeconds) return;
      this.end(new EngineTrap(at, `the engine did not answer for ${hangSeconds} seconds`));
    }, tickMs);
  }

  private end(error: Error): void {
    const { port } = this;
    this.port = undefined;
    this.adopted = undefined;
    port?.then((ended) => ended.terminate()).catch(() => undefined);
    for (const interrupt of [...this.interrupts]) interrupt(error);
  }
}
