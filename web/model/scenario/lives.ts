import { jsonOf } from '../values/json_text';
/**
 * A scenario's text as its first life alone: without the `crash` of each thread and the statements
 * behind it. Any other text stays as it is.
 */
export function firstLife(text: string): string {
  if (!text.includes('crash')) return text;
  const file = jsonOf(text);
  if (typeof file !== 'object' || file === null || !('threads' in file)) return text;
  const { threads } = file;
  if (!Array.isArray(threads) || !threads.some(goesOn)) return text;
  return JSON.stringify({ ...file, threads: threads.map(untilCrash) });
}

const isCrash = (statement: unknown): boolean =>
  typeof statement === 'string' && statement.trim() === 'crash';

const goesOn = (thread: unknown): boolean => Array.isArray(thread) && thread.some(isCrash);

function untilCrash(thread: unknown): unknown {
  if (!Array.isArray(thread)) return thread;
  const end = thread.findIndex(isCrash);
  return end < 0 ? thread : thread.slice(0, end);
}
