import { type Remote, releaseProxy, wrap } from 'comlink';
import type { EngineHost } from './engine_host';
import type { EnginePort } from './engine_port';
import wasmUrl from './generated/engine_traced.wasm?url';

type WorkerHost = EngineHost & { load(wasm: Uint8Array): void };

/** Fetched by the first worker, kept for all others and for those that must be started again. */
let wasm: Promise<Uint8Array> | undefined;

/** Starts an engine in a worker of its own. Rejects where its files cannot be loaded. */
export async function spawnEngine(): Promise<EnginePort> {
  wasm ??= loadWasm();
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

/** A worker whose script does not load tells it by an `error` event, and never answers. */
function answeredOrFailed(answer: Promise<void>, worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => {
      event.preventDefault?.();
      reject(new Error(event.message || 'the engine worker did not start'));
    };
    answer.then(resolve, reject);
  });
}

async function loadWasm(): Promise<Uint8Array> {
  if (wasmUrl.startsWith('data:')) return decodeDataUrl(wasmUrl);
  const response = await fetch(wasmUrl);
  if (!response.ok) throw new Error(`${wasmUrl}: ${response.status} ${response.statusText}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** The single-file build. By hand: a page opened from a file may not fetch everywhere. */
function decodeDataUrl(dataUrl: string): Uint8Array {
  const binary = atob(dataUrl.slice(dataUrl.indexOf(',') + 1));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
