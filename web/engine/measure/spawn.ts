import wasmUrl from '../generated/engine_fast.wasm?url';
import { spawnPort } from '../worker/spawn_port';
import { fetchAhead } from '../worker/started_worker';
import type { PointPort } from './remote_worker';

/** Fetches the engine of `spawnPointHost`. */
export const fetchPointEngine = () => fetchAhead(wasmUrl);

/** Starts an untraced engine in a worker of its own. Rejects where its files cannot be loaded. */
export const spawnPointHost = () =>
  spawnPort<PointPort>(
    wasmUrl,
    // The single-file build turns exactly this expression into a worker from a blob.
    () => new Worker(new URL('./point.worker.ts', import.meta.url), { type: 'module' }),
  );
