/** What the engine wrote, by the types of its protocol, which its own tests hold it to. */
export const parsed = <T>(text: string): T => JSON.parse(text) as T;

/**
 * Texts of what is directly inside an object or a list that the engine wrote: of an object each
 * with its name.
 */
export function partsOf(json: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 1;
  for (let at = 0; at < json.length; at++) {
    const sign = json[at];
    if (sign === '"') {
      while (json[++at] !== '"') if (json[at] === '\\') at++;
      continue;
    }
    if (sign === '{' || sign === '[') depth++;
    if (sign === '}' || sign === ']') depth--;
    const ends = sign === ',' ? depth === 1 : depth === 0;
    if (ends && at > from) parts.push(json.slice(from, at));
    if (ends) from = at + 1;
  }
  return parts;
}
