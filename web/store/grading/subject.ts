import type { MarkStop } from '../../model/lecture/marks';
import type { Session } from '../stage/stage_state';

/** The transaction or record that a question is about. */
export function subjectOf(
  { info }: Pick<Session, 'info'>,
  { ask }: MarkStop['mark'],
): { readonly txn?: number; readonly record?: string } {
  if (ask?.kind === 'fate' || ask?.kind === 'cut') {
    const txn = info.transactions.find(({ name }) => name === ask.tx)?.id;
    return txn === undefined ? {} : { txn };
  }
  return ask?.kind === 'value-after-crash' ? { record: ask.record } : {};
}
