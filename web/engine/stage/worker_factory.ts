import { proxy } from 'comlink';
import wholeUrl from '../generated/engine_explore.wasm?url';
import firstUrl from '../generated/engine_traced.wasm?url';
import { startWorker } from '../worker/started_worker';
import type { EngineHost } from './engine_host';
import type { EnginePort } from './engine_port';
import { growing } from './growing_engine';

async function start(wasmUrl: string, create: () => Worker): Promise<EnginePort> {
  const { remote, terminate } = await startWorker<EngineHost>(wasmUrl, create);
  // A call that is never answered is left to the guard, which ends such a worker.
  const calls = remote as unknown as EnginePort['calls'];
  const open: EnginePort['calls']['open'] = (text, onProgress) =>
    onProgress ? calls.open(text, proxy(onProgress)) : calls.open(text);
  const across = (_: object, name: keyof EnginePort['calls']) =>
    name === 'open' ? open : calls[name];
  return { calls: new Proxy(calls, { get: across as never }), terminate };
}

// The single-file build turns exactly these expressions into workers from blobs.
const first = () =>
  start(
    firstUrl,
    () => new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module' }),
  );
const whole = () =>
  start(
    wholeUrl,
    () => new Worker(new URL('./whole_engine.worker.ts', import.meta.url), { type: 'module' }),
  );

/** Starts an engine in a worker of its own. Rejects where its files cannot be loaded. */
export const spawnEngine = growing(first, whole);
