import { activeBranch } from '../../model/trace/plan';
import { change } from '../stage/stage_changes';
import type { OnStage, StageStore, Visit } from '../stage/stage_state';
import { isExplained } from './open_witness';

/**
 * The visit that leads from a mark's question to the stage's present place; one that is under way
 * stays.
 */
export function visitFrom(store: StageStore, mark: number): Visit | undefined {
  const { onStage } = store.getState();
  if (!onStage) return undefined;
  const { session, visit } = onStage;
  if (visit?.mark === mark) return visit;
  const stop = session.marks.find(({ index }) => index === mark);
  return stop && { mark, at: stop.position, branch: activeBranch(session.plan).id };
}

/**
 * True while the reader looks at what refutes an answer: on a branch of its own, or at the place
 * where it shows.
 */
export function isVisiting({ visit, session, at }: OnStage): boolean {
  if (!visit) return false;
  return activeBranch(session.plan).id !== visit.branch || at === visit.to;
}

/**
 * Returns to the question from which the reader visited a witness; the branch that was made stays.
 */
export async function leaveVisit(store: StageStore): Promise<void> {
  const visit = store.getState().onStage?.visit;
  if (!visit) return;
  change(store, { visit: undefined });
  await store.getState().selectBranch(visit.branch);
  change(store, { at: visit.at });
  // The reader comes back to the explanation.
  const answer = store.getState().onStage?.answers[visit.mark];
  if (answer && answer.kind !== 'cut' && isExplained(answer)) {
    change(store, { witness: visit.mark });
  }
}
