import type { Complete, Completion } from '../../ui/code/code_language';
import type { KnownNames } from '../model/problem_hints';

const options = (names: readonly string[]): Completion[] => names.map((label) => ({ label }));

/** The key whose value begins where the text ends. */
const keyBefore = (before: string): string | undefined => /"([^"\\]*)"\s*:\s*$/.exec(before)?.[1];

/** True if a key may begin where the text ends: after a brace, or a comma within braces. */
function atKey(before: string): boolean {
  const code = before.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').trimEnd();
  if (code.endsWith('{')) return true;
  if (!code.endsWith(',')) return false;
  let depth = 0;
  for (const sign of [...code].reverse()) {
    if (sign === '}' || sign === ']') depth++;
    else if (sign === '{' || sign === '[') {
      if (depth === 0) return sign === '{';
      depth--;
    }
  }
  return false;
}

/** The completions inside a quoted text: names of fields, and names that the engine knows. */
export const jsonCompletions =
  ({ schemes, machines, events, fields }: KnownNames): Complete =>
  (text, at) => {
    const line = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
    const typed = /"([\w.-]*)$/.exec(line)?.[1];
    if (typed === undefined) return undefined;
    const from = at - typed.length;
    const before = text.slice(0, from - 1);
    const key = keyBefore(before);
    const names = key === 'id' ? [...schemes, ...machines] : key === 'event' ? events : undefined;
    const offered = names ?? (key === undefined && atKey(before) ? fields : []);
    // A complete name has no completions, so that Enter begins the next line.
    if (offered.includes(typed)) return undefined;
    return { from, options: options(offered), stays: /^[\w.-]*$/ };
  };
