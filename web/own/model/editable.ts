/** A comment line that begins a part which may be changed, and one that ends it. */
export const EDIT_BEGINS = '# edit here';
export const EDIT_ENDS = '# edit ends';

interface Fixed {
  /** Of the part's first line, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
}

/** What is outside of the parts that may be changed, with the marks themselves. */
function fixedParts(text: string): readonly Fixed[] {
  const parts: { line: number; lines: string[] }[] = [{ line: 1, lines: [] }];
  let free = false;
  for (const [index, line] of text.split('\n').entries()) {
    const mark = line.trim().toLowerCase();
    if (free && mark === EDIT_ENDS) parts.push({ line: index + 1, lines: [] });
    if (mark === EDIT_ENDS) free = false;
    if (!free) parts.at(-1)?.lines.push(line);
    if (mark === EDIT_BEGINS) free = true;
  }
  return parts;
}

/** The line of a part that may be changed and has no end; undefined where each has one. */
export function lineWithoutEnd(text: string): number | undefined {
  let begun: number | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    const mark = line.trim().toLowerCase();
    if (mark === EDIT_BEGINS) begun ??= index + 1;
    if (mark === EDIT_ENDS) begun = undefined;
  }
  return begun;
}

/**
 * The line of `program` at which it differs from `beginning` outside of the parts that its marks
 * leave to the student; undefined where it does not, or where the beginning has no marks.
 */
export function lineOutside(beginning: string, program: string): number | undefined {
  const parts = fixedParts(beginning);
  if (parts.length === 1 && !beginning.toLowerCase().includes(EDIT_BEGINS)) return undefined;
  const given = fixedParts(program);
  for (const [index, { lines }] of parts.entries()) {
    const part = given[index];
    if (!part) return given.at(-1)?.line ?? 1;
    const wrong = lines.findIndex((line, at) => line !== part.lines[at]);
    if (wrong >= 0) return part.line + wrong;
    if (part.lines.length > lines.length) return part.line + lines.length;
  }
  return given[parts.length]?.line;
}
