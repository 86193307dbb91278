import type { EngineCalls, EnginePort, SpawnEngine } from './engine_port';
import type { Description } from './protocol';

/**
 * Starts the `first` engine, which is small, and goes over to the `whole` one when a scenario is opened whose
 * system or workload the first one only describes.
 */
export function growing(first: SpawnEngine, whole: SpawnEngine): SpawnEngine {
  return async () => {
    let port: EnginePort = await first();
    let grown = false;
    let ended = false;

    async function growFor(text: string): Promise<void> {
      if (grown) return;
      const described = await port.calls.describe();
      if (!described.ok || !isElsewhere(text, described.value)) return;
      const next = await whole();
      port.terminate();
      port = next;
      grown = true;
      if (ended) port.terminate();
    }

    const calls: EngineCalls = {
      describe: () => port.calls.describe(),
      open: async (text) => {
        await growFor(text);
        return port.calls.open(text);
      },
      adopt: async (plan) => {
        await growFor(plan.text);
        return port.calls.adopt(plan);
      },
      seek: (at) => port.calls.seek(at),
      bytes: (at, tier, address, size) => port.calls.bytes(at, tier, address, size),
      cut: (at, survive) => port.calls.cut(at, survive),
      uncut: (count) => port.calls.uncut(count),
      outlook: (at, limit) => port.calls.outlook(at, limit),
      fates: (positions, limit, budgetMs) => port.calls.fates(positions, limit, budgetMs),
    };
    const terminate = () => {
      ended = true;
      port.terminate();
    };
    return { calls, terminate };
  };
}

/** Whether a scenario's text names something that is described but not here. A text that is wrong is not. */
export function isElsewhere(
  text: string,
  { schemes, workloads }: Pick<Description, 'schemes' | 'workloads'>,
): boolean {
  try {
    const { scheme, workload } = JSON.parse(text.replace(/^\uFEFF/, ''));
    const named = [
      schemes.find(({ id }) => id === scheme?.id),
      workloads.find(({ id }) => id === workload?.id),
    ];
    return named.some((each) => each?.here === false);
  } catch {
    return false;
  }
}
