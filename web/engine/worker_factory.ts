import type { EngineHost } from './engine_host';
import type { EnginePort } from './engine_port';
import wasmUrl from './generated/engine_traced.wasm?url';
import { startWorker } from './started_worker';

/** Starts an engine in a worker of its own. Rejects where its files cannot be loaded. */
export async function spawnEngine(): Promise<EnginePort> {
  const { remote, terminate } = await startWorker<EngineHost>(
    wasmUrl,
    // The single-file build turns exactly this expression into a worker from a blob.
    () => new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' }),
  );
  // A call that is never answered is the guard's concern, which ends such a worker.
  return { calls: remote as unknown as EnginePort['calls'], terminate };
}
