import { type Remote, releaseProxy, wrap } from 'comlink';
import type { EngineHost } from './engine_host';
import type { EnginePort } from './engine_port';
import wasmUrl from './generated/engine_traced.wasm?url';
import { answeredOrFailed, loadBytes } from './worker_files';

type WorkerHost = EngineHost & { load(wasm: Uint8Array): void };

/** Fetched by the first worker, kept for all others and for those that must be started again. */
let wasm: Promise<Uint8Array> | undefined;

/** Starts an engine in a worker of its own. Rejects where its files cannot be loaded. */
export async function spawnEngine(): Promise<EnginePort> {
  wasm ??= loadBytes(wasmUrl);
  const bytes = await wasm.catch((error: unknown) => {
    wasm = undefined;
    throw error;
  });
  // The single-file build turns exactly this expression into a worker from a blob.
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' });
  const remote: Remote<WorkerHost> = wrap(worker);
  await answeredOrFailed(remote.load(bytes), worker);
  return {
    calls: remote as unknown as EnginePort['calls'],
    terminate: () => {
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}
