/**
 * A text that the engine wrote, by the types of its protocol; the engine's own tests check that its
 * texts have them.
 */
export const parsed = <T>(text: string): T => JSON.parse(text) as T;

/**
 * The texts of the elements directly inside an object or a list that the engine wrote; those of an
 * object come with their names.
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
