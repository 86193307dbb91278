import createEngine from '../generated/engine_explore.mjs';
import { exposeHost } from '../instance/expose_host';
import { VerifyHost } from './host';

exposeHost(createEngine, (instantiate) => new VerifyHost(instantiate));
