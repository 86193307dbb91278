import type { FailureWitness, Witness } from '../../model/questions/answer';
import { withMutations } from '../../model/scenario/mutants';
import { readScenario, scenarioText } from '../../model/scenario/scenario_text';
import { keepOwn } from '../browser/own_library';
import { change } from '../stage/stage_changes';
import type { StageStore } from '../stage/stage_state';
import { leaveVisit, visitFrom } from './visit';

/**
 * Steps into what refutes the answer at a mark: a power cut on a branch of its own, the place where
 * it shows, or the case in which a line is missed, which is a separate run. Returns false where
 * this stage cannot show it.
 */
export async function visitWitness(store: StageStore, mark: number): Promise<boolean> {
  const witness = (await store.getState().explain(mark))?.witness;
  if (witness?.kind === 'failure') return openCase(store, witness);
  const at = witness && placeOf(witness);
  if (!witness || at === undefined) return false;
  await leaveVisit(store);
  const visit = visitFrom(store, mark);
  if (!visit) return false;
  // A power cut leads to a branch of its own, on which no question of the lecture lies.
  if (witness.kind === 'image') change(store, { at });
  else store.getState().goTo(at);
  if (witness.kind === 'image' && (await store.getState().cut(witness.survive))) return false;
  const { onStage } = store.getState();
  if (onStage) change(store, { visit: { ...visit, to: onStage.at }, witness: undefined });
  return true;
}

/** The position on the stage at which a witness shows. */
function placeOf(witness: Witness): number | undefined {
  if (witness.kind === 'image') return witness.at;
  if (witness.kind === 'order') return witness.steps[0]?.position;
  return witness.kind === 'undone' ? witness.undone[0]?.position : undefined;
}

/**
 * Opens the smallest case in which a line that was left out is missed, at its first power cut, as
 * Break it does.
 */
async function openCase(
  store: StageStore,
  { text, mutation, failure }: FailureWitness,
): Promise<boolean> {
  const failing = scenarioText(withMutations(readScenario(text), [mutation]));
  if (!(await store.getState().open(failing, { kind: 'own' }, { cuts: [] }))) return false;
  await keepOwn(failing);
  for (const { at, survive } of failure.cuts) {
    store.getState().goTo(at);
    if (await store.getState().cut(survive)) return false;
  }
  const [first] = failure.cuts;
  if (first) store.getState().goTo(first.at);
  change(store, { cutting: first ? { proposed: first.survive } : {} });
  return true;
}
