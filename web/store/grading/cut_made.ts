import type { Cut, Verdict } from '../../engine/protocol';
import type { MarkStop } from '../../model/lecture/marks';
import { LOST, SURVIVED } from '../../model/questions/answer';
import { hasBegun } from '../../model/questions/has_begun';
import { change } from '../stage/stage_changes';
import type { StageStore, Visit } from '../stage/stage_state';
import { judgeCutMade, openCutTask } from './cut_task';
import { keepAnswer } from './keep_answer';
import { visitFrom } from './visit';

/** A question that a power cut is about to answer, and the way back to it. */
export interface AskedCut {
  readonly stop: MarkStop;
  readonly visit: Visit | undefined;
}

/** The question that the next power cut answers; call this before the cut is made. */
export function askedCut(store: StageStore): AskedCut | undefined {
  const { onStage } = store.getState();
  const stop = onStage && openCutTask(onStage);
  return stop && { stop, visit: visitFrom(store, stop.index) };
}

/**
 * Grades a power cut that was made while a question asked for one; a transaction that has not begun
 * cannot be lost.
 */
export function keepCut(
  store: StageStore,
  { stop, visit }: AskedCut,
  { at, survive }: Cut,
  verdict: Verdict | undefined,
): void {
  const session = store.getState().onStage?.session;
  const { ask } = stop.mark;
  if (!session || ask?.kind !== 'cut') return;
  change(store, { visit });
  const txn = session.info.transactions.find(({ name }) => name === ask.tx)?.id ?? 0;
  if (!hasBegun(session.trace, txn, at)) return;
  const one = { kind: 'image', by: 'one', at, survive, images: '1', runs: 1, exact: true } as const;
  const judged = judgeCutMade(txn, verdict, one);
  const guess = judged.right ? LOST : SURVIVED;
  keepAnswer(store, stop.index, { kind: 'cut', guess, ...judged });
}
