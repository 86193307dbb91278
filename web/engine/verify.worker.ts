import { expose } from 'comlink';
import createEngine from './generated/engine_explore.mjs';
import { VerifyHost } from './verify_host';
import { WasmModule } from './wasm_module';

/** The page fetches the WebAssembly, once for all its workers, and sends the bytes first. */
let wasmBytes = new Uint8Array();

class WorkerHost extends VerifyHost {
  load(wasm: Uint8Array<ArrayBuffer>): void {
    wasmBytes = wasm;
  }
}

expose(new WorkerHost(() => WasmModule.instantiate(createEngine, wasmBytes)));
