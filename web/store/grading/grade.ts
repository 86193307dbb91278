import type { Latest } from '../../engine/worker/latest';
import { judge } from '../../model/grading/judge';
import type { GradingTools } from '../../model/grading/tools';
import type { MarkStop } from '../../model/lecture/marks';
import type { Account } from '../../model/questions/account';
import type { Answer } from '../../model/questions/answer';
import { reportTrap } from '../stage/follow';
import { change } from '../stage/stage_changes';
import type { Session, StageStore } from '../stage/stage_state';
import { accountOf } from './account';
import { keepAnswer } from './keep_answer';
import { isExplained } from './open_witness';

/** The tools of grading that the stage gives. */
export interface GradingParts extends Pick<GradingTools, 'spawn' | 'explore'> {
  /** The scenario that is open: a grade of another one is dropped. */
  readonly opened: Latest;
}

/** Grades an answer by the engine's result, not by the author's expectation. */
export async function gradeAnswer(
  store: StageStore,
  tools: GradingParts,
  index: number,
  guess: string,
): Promise<void> {
  const asked = askedAt(store, index);
  if (!asked) return;
  const opened = tools.opened.current;
  const answer = await answerOf(store, tools, asked, guess);
  if (answer && !opened.aborted) keepAnswer(store, index, answer);
}

/** The answer with its witness, which is computed again if it was not kept. */
export async function explain(
  store: StageStore,
  tools: GradingParts,
  index: number,
): Promise<Answer | undefined> {
  const answer = store.getState().onStage?.answers[index];
  const asked = askedAt(store, index);
  if (!answer || !asked || answer.witness || !isExplained(answer)) return answer;
  const again = await answerOf(store, tools, asked, answer.guess);
  const now = store.getState().onStage?.answers;
  if (again && now?.[index] === answer) change(store, { answers: { ...now, [index]: again } });
  return again;
}

/** An account of the power cut that refutes an answer. */
export async function accountFor(
  store: StageStore,
  tools: GradingParts,
  index: number,
): Promise<Account | undefined> {
  const asked = askedAt(store, index);
  const witness = (await explain(store, tools, index))?.witness;
  if (!asked || witness?.kind !== 'image') return undefined;
  try {
    return await accountOf(tools.spawn, asked.session, asked.stop, witness);
  } catch (error) {
    reportTrap(store, error);
    return undefined;
  }
}

interface Asked {
  readonly session: Session;
  readonly stop: MarkStop;
}

function askedAt(store: StageStore, index: number): Asked | undefined {
  const session = store.getState().onStage?.session;
  const stop = session?.marks.find((each) => each.index === index);
  return session && stop?.mark.ask ? { session, stop } : undefined;
}

async function answerOf(
  store: StageStore,
  { opened, ...tools }: GradingParts,
  { session, stop }: Asked,
  guess: string,
): Promise<Answer | undefined> {
  const { ask } = stop.mark;
  if (!ask) return undefined;
  const signal = opened.current;
  const outlookAt = (position: number) => {
    const { onStage } = store.getState();
    if (onStage?.session.trace !== session.trace) return undefined;
    return onStage.outlook?.at === position ? onStage.outlook : undefined;
  };
  const onProgress = (done: number, of: number) => {
    if (!signal.aborted) change(store, { grading: { mark: stop.index, done, of } });
  };
  try {
    onProgress(0, 0);
    const found = await judge({ ...tools, outlookAt, onProgress }, session, stop, guess);
    return { kind: ask.kind, guess, ...found };
  } catch (error) {
    reportTrap(store, error);
    return undefined;
  } finally {
    if (!signal.aborted) change(store, { grading: undefined });
  }
}
