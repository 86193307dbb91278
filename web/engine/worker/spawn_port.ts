import { proxy } from 'comlink';
import type { WorkerPort } from './lazy_worker';
import { startWorker } from './started_worker';

/**
 * Starts a worker that exposes a host with an engine, and gives its methods as those of a port:
 * each rejects when the worker ends without an answer, and functions among the arguments are called
 * across. Rejects where the worker's files cannot be loaded.
 */
export async function spawnPort<Port extends WorkerPort>(
  wasmUrl: string,
  create: () => Worker,
): Promise<Port> {
  type Methods = Record<string, (...given: unknown[]) => Promise<unknown>>;
  const { remote, unlessFailed, terminate } = await startWorker<Methods>(wasmUrl, create);
  const across = (given: unknown) =>
    typeof given === 'function' ? proxy(given as () => void) : given;
  const own: Record<string, unknown> = { terminate, stop: () => void remote.stop?.() };
  const port = new Proxy(own, {
    get: (known, name) => {
      // A port is no promise, whoever awaits it.
      if (typeof name !== 'string' || name === 'then') return undefined;
      known[name] ??= (...given: unknown[]) =>
        unlessFailed(Promise.resolve(remote[name]?.(...given.map(across))));
      return known[name];
    },
  });
  return port as unknown as Port;
}
