import createEngine from '../generated/engine_explore.mjs';
import { exposeHost } from '../instance/expose_host';
import { WasmModule } from '../instance/wasm_module';
import { VerifyHost } from './host';

exposeHost(createEngine, WasmModule, (instantiate) => new VerifyHost(instantiate));
