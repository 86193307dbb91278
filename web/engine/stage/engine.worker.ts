import createEngine from '../generated/engine_traced.mjs';
import { exposeStage } from './stage_worker';

exposeStage(createEngine);
