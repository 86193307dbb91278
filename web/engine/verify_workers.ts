import { proxy, type Remote, releaseProxy, wrap } from 'comlink';
import wasmUrl from './generated/engine_explore.wasm?url';
import type { VerifyHost } from './verify_host';
import type { VerifyPort } from './verify_worker_place';
import { answeredOrFailed, loadBytes } from './worker_files';

type WorkerHost = VerifyHost & { load(wasm: Uint8Array): void };

/** Fetched by the first worker, kept for all others. */
let wasm: Promise<Uint8Array> | undefined;

/** Starts a traced engine that explores in a worker of its own. Rejects where its files cannot be loaded. */
export async function spawnVerifyHost(): Promise<VerifyPort> {
  wasm ??= loadBytes(wasmUrl);
  const bytes = await wasm.catch((error: unknown) => {
    wasm = undefined;
    throw error;
  });
  // The single-file build turns exactly this expression into a worker from a blob.
  const worker = new Worker(new URL('./verify.worker.ts', import.meta.url), { type: 'module' });
  const remote: Remote<WorkerHost> = wrap(worker);
  await answeredOrFailed(remote.load(bytes), worker);
  const failed = new Promise<never>((_, reject) => {
    worker.onerror = (event) => {
      event.preventDefault?.();
      reject(new Error(event.message || 'the engine worker ended'));
    };
  });
  failed.catch(() => undefined);
  return {
    explore: (text, task, onProgress) =>
      Promise.race([remote.explore(text, task, proxy(onProgress)), failed]),
    ways: (text, task, index) => Promise.race([remote.ways(text, task, index), failed]),
    sites: (text) => Promise.race([remote.sites(text), failed]),
    stop: () => void remote.stop(),
    terminate: () => {
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}
