import createEngine from '../generated/engine_fast.mjs';
import { exposeHost } from '../instance/expose_host';
import { PointHost } from './host';

exposeHost(createEngine, (instantiate) => new PointHost(instantiate));
