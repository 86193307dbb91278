import { proxy, type Remote, releaseProxy, wrap } from 'comlink';
import wasmUrl from './generated/engine_fast.wasm?url';
import type { PointHost } from './point_host';
import { answeredOrFailed, loadBytes } from './worker_files';
import type { PointPort } from './worker_place';

type WorkerHost = PointHost & { load(wasm: Uint8Array): void };

/** Fetched by the first worker, kept for all others. */
let wasm: Promise<Uint8Array> | undefined;

/** Starts an untraced engine in a worker of its own. Rejects where its files cannot be loaded. */
export async function spawnPointHost(): Promise<PointPort> {
  wasm ??= loadBytes(wasmUrl);
  const bytes = await wasm.catch((error: unknown) => {
    wasm = undefined;
    throw error;
  });
  // The single-file build turns exactly this expression into a worker from a blob.
  const worker = new Worker(new URL('./point.worker.ts', import.meta.url), { type: 'module' });
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
    open: (text, input) => Promise.race([remote.open(text, input), failed]),
    run: (index, onProgress) => Promise.race([remote.run(index, proxy(onProgress)), failed]),
    stop: () => void remote.stop(),
    terminate: () => {
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}
