import { expose } from 'comlink';
import type { EngineModule } from '../generated/engine_traced.mjs';
import { type CreateEngine, StageModule } from './stage_module';

/**
 * In a worker: exposes a host over engines of one module, whose bytes the page fetches once and
 * sends first. `Module` is what the host calls of it.
 */
export function exposeHost<M extends StageModule>(
  createEngine: CreateEngine,
  Module: new (api: EngineModule) => M,
  make: (instantiate: () => Promise<M>) => object,
): void {
  let wasm = new Uint8Array();
  const host = make(() => StageModule.instantiate.call(Module, createEngine, wasm) as Promise<M>);
  const load = (bytes: Uint8Array<ArrayBuffer>) => {
    wasm = bytes;
  };
  expose(Object.assign(host, { load }));
}
