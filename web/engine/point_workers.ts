import { proxy } from 'comlink';
import wasmUrl from './generated/engine_fast.wasm?url';
import type { PointHost } from './point_host';
import { fetchAhead, startWorker } from './started_worker';
import type { PointPort } from './worker_place';

/** Fetches the engine of `spawnPointHost`. */
export const fetchPointEngine = () => fetchAhead(wasmUrl);

/** Starts an untraced engine in a worker of its own. Rejects where its files cannot be loaded. */
export async function spawnPointHost(): Promise<PointPort> {
  const { remote, unlessFailed, terminate } = await startWorker<PointHost>(
    wasmUrl,
    // The single-file build turns exactly this expression into a worker from a blob.
    () => new Worker(new URL('./point.worker.ts', import.meta.url), { type: 'module' }),
  );
  return {
    read: (input) => unlessFailed(remote.read(input)),
    open: (text, input) => unlessFailed(remote.open(text, input)),
    run: (index, onProgress) => unlessFailed(remote.run(index, proxy(onProgress))),
    stop: () => void remote.stop(),
    terminate,
  };
}
