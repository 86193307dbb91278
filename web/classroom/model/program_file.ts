import { withoutMark } from '../../model/scenario/file_kind';

const KINDS: readonly unknown[] = ['own-answer', 'own-assignment'];

/** Whether a file says that it is about a log of one's own: an answer, or an assignment. */
export function isProgram(content: string): boolean {
  try {
    const value: unknown = JSON.parse(withoutMark(content));
    return (
      typeof value === 'object' && value !== null && KINDS.includes(Reflect.get(value, 'kind'))
    );
  } catch {
    return false;
  }
}
