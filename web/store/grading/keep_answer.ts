import type { Answer } from '../../model/questions/answer';
import { change } from '../stage/stage_changes';
import type { Session, StageStore } from '../stage/stage_state';
import { isExplained } from './open_witness';

/** Keeps an answer, and opens its explanation; does nothing where another run is open by now. */
export function keepAnswer(
  store: StageStore,
  session: Session,
  index: number,
  answer: Answer,
): void {
  const { onStage } = store.getState();
  if (onStage?.session.number !== session.number) return;
  change(store, {
    answers: { ...onStage.answers, [index]: answer },
    witness: isExplained(answer) ? index : undefined,
  });
}
