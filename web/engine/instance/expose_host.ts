import { expose } from 'comlink';
import type { EngineModule } from '../generated/engine_traced.mjs';
import { type CreateEngine, StageModule } from './stage_module';

/**
 * Exposes a host, in a worker, over engines of one module, which the page fetches and compiles once
 * and sends first. `Module` is the interface that the host needs of it.
 */
export function exposeHost<M extends StageModule>(
  createEngine: CreateEngine,
  Module: new (api: EngineModule) => M,
  make: (instantiate: () => Promise<M>) => object,
): void {
  let wasm: WebAssembly.Module;
  const host = make(() => StageModule.instantiate.call(Module, createEngine, wasm) as Promise<M>);
  const load = (compiled: WebAssembly.Module) => {
    wasm = compiled;
  };
  expose(Object.assign(host, { load }));
}
