import type { Answer } from '../../model/questions/answer';
import { change } from '../stage/stage_changes';
import type { StageStore } from '../stage/stage_state';
import { isExplained } from './open_witness';

/** Keeps an answer, and opens its explanation. */
export function keepAnswer(store: StageStore, index: number, answer: Answer): void {
  const { answers } = store.getState().onStage ?? {};
  change(store, {
    answers: { ...answers, [index]: answer },
    witness: isExplained(answer) ? index : undefined,
  });
}
