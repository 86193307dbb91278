import { expose } from 'comlink';
import { type CreateEngine, WasmModule } from './wasm_module';

/**
 * In a worker: exposes a host over engines of one module, whose bytes the page fetches once and
 * sends first.
 */
export function exposeHost(
  createEngine: CreateEngine,
  make: (instantiate: () => Promise<WasmModule>) => object,
): void {
  let wasm = new Uint8Array();
  const host = make(() => WasmModule.instantiate(createEngine, wasm));
  const load = (bytes: Uint8Array<ArrayBuffer>) => {
    wasm = bytes;
  };
  expose(Object.assign(host, { load }));
}
