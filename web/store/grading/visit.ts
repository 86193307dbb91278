import { activeBranch } from '../../model/trace/plan';
import type { StageState, StageStore, Visit } from '../stage/stage_state';
import { isExplained } from './open_witness';

/**
 * The visit that leads from a mark's question to the stage's present place; one that is under way
 * stays.
 */
export function visitFrom(store: StageStore, mark: number): Visit | undefined {
  const { session, visit } = store.getState();
  const stop = session?.marks.find(({ index }) => index === mark);
  if (visit?.mark === mark) return visit;
  if (!session || !stop) return undefined;
  return { mark, at: stop.position, branch: activeBranch(session.plan).id };
}

/**
 * True while the reader looks at what refutes an answer: on a branch of its own, or at the place
 * where it shows.
 */
export function isVisiting({ visit, session, at }: StageState): boolean {
  if (!visit || !session) return false;
  return activeBranch(session.plan).id !== visit.branch || at === visit.to;
}

/**
 * Returns to the question from which the reader visited a witness; the branch that was made stays.
 */
export async function leaveVisit(store: StageStore): Promise<void> {
  const { visit, session } = store.getState();
  if (!visit || !session) return;
  store.setState({ visit: undefined });
  await store.getState().selectBranch(visit.branch);
  store.setState({ at: visit.at });
  // The reader comes back to the explanation.
  const answer = store.getState().answers[visit.mark];
  if (answer && answer.kind !== 'cut' && isExplained(answer)) {
    store.setState({ witness: visit.mark });
  }
}
