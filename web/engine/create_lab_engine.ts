import { type LabEngine, LabPool } from './lab_engine';
import { spawnPointHost } from './point_workers';

/** The engines of the page's laboratory: one worker a core, at most eight. */
export function createLabEngine(): LabEngine {
  return new LabPool(spawnPointHost, navigator.hardwareConcurrency || 2);
}
