import { VerifyPool, type VerifyService } from './pool';
import { spawnVerifyHost } from './spawn';

/**
 * The page's crash explorer: workers with traced engines, started when something is to be explored.
 */
export function createVerifyService(): VerifyService {
  return new VerifyPool(spawnVerifyHost, navigator.hardwareConcurrency || 2);
}
