import createEngine from '../generated/engine_fast.mjs';
import { exposeHost } from '../instance/expose_host';
import { WasmModule } from '../instance/wasm_module';
import { PointHost } from './host';

exposeHost(createEngine, WasmModule, (instantiate) => new PointHost(instantiate));
