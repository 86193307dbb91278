import { type LabEngine, LabPool } from './pool';
import { spawnPointHost } from './spawn';

/** The engines of a race: a worker a run, however many cores there are, so that all run at once. */
export function createRaceEngine(runs: number): LabEngine {
  return new LabPool(spawnPointHost, runs);
}
