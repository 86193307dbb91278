import { proxy } from 'comlink';
import wasmUrl from './generated/engine_explore.wasm?url';
import { fetchAhead, startWorker } from './started_worker';
import type { VerifyHost } from './verify_host';
import type { VerifyPort } from './verify_worker_place';

/** Fetches the engine of `spawnVerifyHost`. */
export const fetchVerifyEngine = () => fetchAhead(wasmUrl);

/** Starts a traced engine that explores in a worker of its own. Rejects where its files cannot be loaded. */
export async function spawnVerifyHost(): Promise<VerifyPort> {
  const { remote, unlessFailed, terminate } = await startWorker<VerifyHost>(
    wasmUrl,
    // The single-file build turns exactly this expression into a worker from a blob.
    () => new Worker(new URL('./verify.worker.ts', import.meta.url), { type: 'module' }),
  );
  return {
    explore: (text, task, onProgress) =>
      unlessFailed(remote.explore(text, task, proxy(onProgress))),
    ways: (text, task, index) => unlessFailed(remote.ways(text, task, index)),
    sites: (text) => unlessFailed(remote.sites(text)),
    replay: (text, cuts) => unlessFailed(remote.replay(text, cuts)),
    stop: () => void remote.stop(),
    terminate,
  };
}
