import type { Description } from '../protocol';
import type { Reply } from './engine_host';
import type { EngineCalls, EnginePort, SpawnEngine } from './engine_port';

/**
 * Starts the `first` engine, which is small, and goes over to the `whole` one when a scenario is
 * opened of whose system, parameters, workload or caches the first one only describes something.
 */
export function growing(first: SpawnEngine, whole: SpawnEngine): SpawnEngine {
  return async () => {
    let port: EnginePort = await first();
    /** The whole one, from its start until it has taken something. */
    let next: EnginePort | undefined;
    let grown = false;
    /** A whole one that only checks texts: what is typed makes nothing grow. */
    let checker: Promise<EnginePort> | undefined;
    let ended = false;

    async function needsWhole(text: string): Promise<boolean> {
      if (grown) return false;
      const described = await port.calls.describe();
      return described.ok && isElsewhere(text, described.value);
    }

    /**
     * Asks the whole one, which stays where it takes what it is asked: till then the small one is
     * what it was.
     */
    async function growTo<T>(
      ask: (calls: EngineCalls) => Promise<Reply<T>>,
      takes: (reply: Reply<T>) => boolean,
    ): Promise<Reply<T>> {
      const fresh = await whole();
      next = fresh;
      if (ended) fresh.terminate();
      let taken = false;
      try {
        const reply = await ask(fresh.calls);
        taken = takes(reply);
        return reply;
      } finally {
        next = undefined;
        grown = taken;
        if (taken) port.terminate();
        else fresh.terminate();
        if (taken) port = fresh;
      }
    }

    const calls: EngineCalls = {
      describe: () => port.calls.describe(),
      open: async (text, onProgress) =>
        (await needsWhole(text))
          ? growTo(
              (whole) => whole.open(text, onProgress),
              (reply) => reply.ok && reply.value.ok,
            )
          : port.calls.open(text, onProgress),
      check: async (text) => {
        if (!(await needsWhole(text))) return port.calls.check(text);
        checker ??= whole();
        return (await checker).calls.check(text);
      },
      adopt: async (plan) =>
        (await needsWhole(plan.text))
          ? growTo(
              (whole) => whole.adopt(plan),
              ({ ok }) => ok,
            )
          : port.calls.adopt(plan),
      seek: (at, have) => port.calls.seek(at, have),
      bytes: (at, tier, address, size) => port.calls.bytes(at, tier, address, size),
      cut: (at, survive) => port.calls.cut(at, survive),
      uncut: (count) => port.calls.uncut(count),
      outlook: (at, limit) => port.calls.outlook(at, limit),
      fates: (positions, limit, budgetMs) => port.calls.fates(positions, limit, budgetMs),
    };
    const terminate = () => {
      ended = true;
      port.terminate();
      next?.terminate();
      void checker?.then((each) => each.terminate());
    };
    return { calls, terminate };
  };
}

/**
 * Whether a scenario's text names something that is described but not here. A text that is wrong is
 * not.
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
