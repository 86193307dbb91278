import createEngine from '../generated/engine_explore.mjs';
import { exposeHost } from '../instance/expose_host';
import { WasmModule } from '../instance/wasm_module';
import { LitmusHost } from './host';

exposeHost(createEngine, WasmModule, (instantiate) => new LitmusHost(instantiate));
