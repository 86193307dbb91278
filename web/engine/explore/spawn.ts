import wasmUrl from '../generated/engine_explore.wasm?url';
import { spawnPort } from '../worker/spawn_port';
import { fetchAhead } from '../worker/started_worker';
import type { VerifyPort } from './remote_worker';

/** Fetches the engine of `spawnVerifyHost`. */
export const fetchVerifyEngine = () => fetchAhead(wasmUrl);

/**
 * Starts a traced engine that explores in a worker of its own. Rejects where its files cannot be
 * loaded.
 */
export const spawnVerifyHost = () =>
  spawnPort<VerifyPort>(
    wasmUrl,
    // The single-file build turns exactly this expression into a worker from a blob.
    () => new Worker(new URL('./explore.worker.ts', import.meta.url), { type: 'module' }),
  );
