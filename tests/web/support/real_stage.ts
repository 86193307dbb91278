import { verifyScenario } from '../../../web/engine/explore/client';
import { LocalExploreWorker } from '../../../web/engine/explore/local_worker';
import { mutationMatrix } from '../../../web/engine/explore/matrix';
import type { VerifyService } from '../../../web/engine/explore/pool';
import { shrinkFailure } from '../../../web/engine/explore/shrink';
import { EngineHost } from '../../../web/engine/stage/engine_host';
import { StageClient } from '../../../web/engine/stage/stage_client';
import type { StageEngine } from '../../../web/engine/stage/stage_engine';
import { loadEngine } from '../../../web/runner/node_engine';
import { createStageStore } from '../../../web/store/page/stage_store';
import type { StageStore } from '../../../web/store/stage/stage_state';

/** The stage's engine in this thread, by the real module. */
export function realEngine(): StageEngine {
  // Nobody looks: the survival strip, which no test here is about, waits.
  const visibility = { visible: () => new Promise<void>(() => {}) };
  return new StageClient(
    async () => ({ calls: new EngineHost(() => loadEngine('explore')), terminate: () => {} }),
    { visibility },
  );
}

/** The crash explorer in this thread. */
export function localExplorer(): VerifyService {
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

/** A stage on the real engine, started. @param explorer what grading asks */
export async function realStage(explorer = localExplorer): Promise<StageStore> {
  const store = createStageStore(realEngine(), realEngine, async () => explorer());
  await store.getState().start();
  return store;
}
