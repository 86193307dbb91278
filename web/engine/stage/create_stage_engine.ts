import { StageClient } from './stage_client';
import type { StageEngine } from './stage_engine';
import { spawnEngine } from './worker_factory';

/** The engine of the page's stage. Nothing is fetched or started before the first call. */
export function createStageEngine(): StageEngine {
  return new StageClient(spawnEngine);
}
