import type { OnStage, StageStore } from '../../../web/store/stage/stage_state';

/** What is on the stage; fails where nothing is. */
export function onStage(store: StageStore): OnStage {
  const { onStage } = store.getState();
  if (!onStage) throw new Error('nothing is open');
  return onStage;
}
