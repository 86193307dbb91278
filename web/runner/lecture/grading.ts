import { verifyScenario } from '../../engine/explore/client';
import { LocalExploreWorker } from '../../engine/explore/local_worker';
import { mutationMatrix } from '../../engine/explore/matrix';
import type { VerifyService } from '../../engine/explore/pool';
import { shrinkFailure } from '../../engine/explore/shrink';
import { EngineHost } from '../../engine/stage/engine_host';
import { StageClient } from '../../engine/stage/stage_client';
import type { StageEngine } from '../../engine/stage/stage_engine';
import type { GradingTools } from '../../model/grading/tools';
import { loadEngine } from '../node_engine';

/** The stage's engine in this thread. */
export function engineHere(): StageEngine {
  // The survival strip, which nothing here needs, waits for a visible page.
  const visibility = { visible: () => new Promise<void>(() => {}) };
  return new StageClient(
    async () => ({ calls: new EngineHost(() => loadEngine('explore')), terminate: () => {} }),
    { visibility },
  );
}

/** The crash explorer in this thread. */
export function explorerHere(): VerifyService {
  const place = new LocalExploreWorker(() => loadEngine('explore'));
  return {
    verify: (...rest) => verifyScenario([place], ...rest),
    matrix: (...rest) => mutationMatrix([place], ...rest),
    shrink: (...rest) => shrinkFailure([place], ...rest),
    ways: (...rest) => place.ways(...rest),
    sites: (...rest) => place.sites(...rest),
    replay: (...rest) => place.replay(...rest),
    describe: () => place.describe(),
    dispose: () => {},
  };
}

/** The services that grading needs, in this thread. */
export const gradingHere: GradingTools = {
  spawn: engineHere,
  explore: async () => explorerHere(),
  outlookAt: () => undefined,
  onProgress: () => {},
};
