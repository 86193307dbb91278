import type { Description } from '../protocol';
import type { Reply } from './engine_host';
import type { EngineCalls, EnginePort, SpawnEngine } from './engine_port';

/**
 * The stage's engine in two sizes. The small `first` engine runs until a scenario needs a system,
 * parameters, a workload or caches that it only describes; then the `whole` one takes its place.
 */
class Growing {
  /** The whole engine, from its start until it has opened a text. */
  private next: EnginePort | undefined;
  private grown = false;
  /** A whole engine that only checks texts: typing must not make the stage's engine grow. */
  private checker: Promise<EnginePort> | undefined;
  private ended = false;

  constructor(
    private port: EnginePort,
    private readonly whole: SpawnEngine,
  ) {}

  /** The calls of the present engine, except those that may need the whole one. */
  readonly calls: EngineCalls = {
    describe: () => this.port.calls.describe(),
    open: async (text, onProgress) =>
      (await this.needsWhole(text))
        ? this.growTo(
            (whole) => whole.open(text, onProgress),
            (reply) => reply.ok && reply.value.ok,
          )
        : this.port.calls.open(text, onProgress),
    check: async (text) => {
      if (!(await this.needsWhole(text))) return this.port.calls.check(text);
      this.checker ??= this.whole();
      return (await this.checker).calls.check(text);
    },
    adopt: async (plan) =>
      (await this.needsWhole(plan.text))
        ? this.growTo(
            (whole) => whole.adopt(plan),
            ({ ok }) => ok,
          )
        : this.port.calls.adopt(plan),
    seek: (at, have) => this.port.calls.seek(at, have),
    bytes: (at, tier, address, size) => this.port.calls.bytes(at, tier, address, size),
    cut: (at, survive) => this.port.calls.cut(at, survive),
    uncut: (count) => this.port.calls.uncut(count),
    outlook: (at, limit) => this.port.calls.outlook(at, limit),
    fates: (positions, limit, budgetMs) => this.port.calls.fates(positions, limit, budgetMs),
  };

  readonly terminate = (): void => {
    this.ended = true;
    this.port.terminate();
    this.next?.terminate();
    void this.checker?.then((each) => each.terminate());
  };

  private async needsWhole(text: string): Promise<boolean> {
    if (this.grown) return false;
    const described = await this.port.calls.describe();
    return described.ok && isElsewhere(text, described.value);
  }

  /** Asks the whole engine, and keeps it if it accepts; until then the small one stays as it is. */
  private async growTo<T>(
    ask: (calls: EngineCalls) => Promise<Reply<T>>,
    takes: (reply: Reply<T>) => boolean,
  ): Promise<Reply<T>> {
    const fresh = await this.whole();
    this.next = fresh;
    if (this.ended) fresh.terminate();
    let taken = false;
    try {
      const reply = await ask(fresh.calls);
      taken = takes(reply);
      return reply;
    } finally {
      this.next = undefined;
      this.grown = taken;
      if (taken) this.port.terminate();
      else fresh.terminate();
      if (taken) this.port = fresh;
    }
  }
}

/** Starts the small engine, which is replaced by the whole one when a scenario needs it. */
export const growing =
  (first: SpawnEngine, whole: SpawnEngine): SpawnEngine =>
  async () =>
    new Growing(await first(), whole);

/**
 * True if a scenario's text names something that is described but not available here; false for a
 * text that is wrong.
 */
export function isElsewhere(
  text: string,
  { schemes, workloads }: Pick<Description, 'schemes' | 'workloads'>,
): boolean {
  try {
    const { machine, scheme, workload } = JSON.parse(text.replace(/^\uFEFF/, ''));
    if (typeof scheme?.program === 'string' || machine?.overrides?.['cache.processor']) return true;
    const system = schemes.find(({ id }) => id === scheme?.id);
    const named = [
      system,
      workloads.find(({ id }) => id === workload?.id),
      ...(system?.params ?? []).flatMap(
        ({ id, choices }) => choices?.find((choice) => choice.id === scheme.params?.[id]) ?? [],
      ),
    ];
    return named.some((each) => each?.here === false);
  } catch {
    return false;
  }
}
