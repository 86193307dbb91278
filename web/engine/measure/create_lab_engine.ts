import { type LabEngine, LabPool } from './pool';
import { spawnPointHost } from './spawn';

/** The engines of the page's laboratory: one worker a core, at most eight. */
export function createLabEngine(): LabEngine {
  return new LabPool(spawnPointHost, navigator.hardwareConcurrency || 2);
}
