import type { Mark } from '../engine/protocol';
import type { StageEngine } from '../engine/stage_engine';
import { reportTrap } from './follow';
import { probe } from './sessions';
import type { Session } from './stage_state';
import type { StageStore } from './stage_store';

/** How an absent record is written in answers. */
export const ABSENT = 'absent';

/** Asks the engine what a mark's question asks the student. */
async function truthOf(
  engine: StageEngine,
  spawn: () => StageEngine,
  session: Session,
  position: number,
  mark: Mark,
): Promise<string | undefined> {
  const { ask } = mark;
  if (!ask) return undefined;
  if (ask.kind === 'fate') {
    const id = session.info.transactions.find(({ name }) => name === ask.tx)?.id;
    const outlook = await engine.outlook(position);
    return outlook.transactions.find((each) => each.id === id)?.fate;
  }
  const verdict = await probe(spawn, session, position, { survive: ask.survive ?? 'none' });
  const record = verdict?.records.find(({ name }) => name === ask.record);
  return record && String(record.value ?? ABSENT);
}

/** Grades an answer by what the engine says, not by what the scenario's author thought. */
export async function gradeAnswer(
  store: StageStore,
  engine: StageEngine,
  spawn: () => StageEngine,
  index: number,
  guess: string,
): Promise<void> {
  const { session } = store.getState();
  const stop = session?.marks.find((each) => each.index === index);
  if (!session || !stop) return;
  try {
    const truth = await truthOf(engine, spawn, session, stop.position, stop.mark);
    if (truth === undefined || store.getState().session?.number !== session.number) return;
    const answer = { guess, truth, right: guess === truth };
    store.setState((state) => ({ answers: { ...state.answers, [index]: answer } }));
  } catch (error) {
    reportTrap(store, error);
  }
}
