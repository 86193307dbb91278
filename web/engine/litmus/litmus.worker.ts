import createEngine from '../generated/engine_explore.mjs';
import { exposeHost } from '../instance/expose_host';
import { LitmusHost } from './host';

exposeHost(createEngine, (instantiate) => new LitmusHost(instantiate));
