import { engineHere, explorerHere } from '../../../web/runner/lecture/grading';
import { createStageStore } from '../../../web/store/page/stage_store';
import type { StageStore } from '../../../web/store/stage/stage_state';

/** The stage's engine in this thread, by the real module. */
export const realEngine = engineHere;
/** The crash explorer in this thread. */
export const localExplorer = explorerHere;

/** A stage on the real engine, started. @param explorer what grading asks */
export async function realStage(explorer = localExplorer): Promise<StageStore> {
  const store = createStageStore(realEngine(), realEngine, async () => explorer());
  await store.getState().start();
  return store;
}
