import {
  baseOf,
  formOf,
  isLooking,
  isRunning,
  openOf,
  viewOf,
} from '../../../../web/lab/store/lab_shown';
import type { LabStore } from '../../../../web/lab/store/lab_store';

/** The parts of the Lab that a reader sees in any view, and the actions that are possible. */
export function seen(store: LabStore) {
  const state = store.getState();
  const base = baseOf(state);
  const open = openOf(state);
  return {
    ...state,
    ...viewOf(state),
    ...formOf(state),
    open: open?.experiment,
    followed: open?.followed,
    study: open?.study,
    running: isRunning(state),
    looking: isLooking(state),
    awaiting: base.is === 'awaiting' ? base.awaiting : undefined,
    answer: base.is === 'answer' ? base.answer : undefined,
    missing: base.is === 'list' && base.missing,
  };
}
