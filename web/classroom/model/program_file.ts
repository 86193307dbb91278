import { withoutByteOrderMark } from '../../model/values/json_text';

const KINDS: readonly unknown[] = ['own-answer', 'own-assignment'];

/** True if a file says that it is about a student's own log: an answer, or an assignment. */
export function isProgram(content: string): boolean {
  try {
    const value: unknown = JSON.parse(withoutByteOrderMark(content));
    return (
      typeof value === 'object' && value !== null && KINDS.includes(Reflect.get(value, 'kind'))
    );
  } catch {
    return false;
  }
}
