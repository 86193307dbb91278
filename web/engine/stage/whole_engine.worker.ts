import createEngine from '../generated/engine_explore.mjs';
import { exposeStage } from './stage_worker';

exposeStage(createEngine);
