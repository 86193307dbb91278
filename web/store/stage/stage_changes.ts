import type { Messages, OnStage, StageState, StageStore } from './stage_state';

// The changes of the stage's state that its moves consist of.

/** Changes what is on the stage, and `others` with it; does nothing where the stage is empty. */
export function change(
  store: StageStore,
  patch: Partial<OnStage>,
  others: Partial<Omit<StageState, 'onStage'>> = {},
): void {
  store.setState((state) =>
    state.onStage ? { ...others, onStage: { ...state.onStage, ...patch } } : state,
  );
}

/** Changes the messages that the reader sees, and `others` with them. */
export const tell = (
  store: StageStore,
  messages: Messages,
  others: Partial<Omit<StageState, 'messages'>> = {},
): void => store.setState((state) => ({ ...others, messages: { ...state.messages, ...messages } }));

/** The move of the playhead to another position, at which no earlier answer is explained. */
export const moveTo = (at: number): Partial<OnStage> => ({ at, witness: undefined });
