/** The comment lines that begin and end a part which may be changed. */
export const EDIT_BEGINS = '# edit here';
export const EDIT_ENDS = '# edit ends';

/** A group of lines: all of them may be changed, or none. */
interface Part {
  readonly free: boolean;
  /** The number of the part's first line, from 1. */
  readonly line: number;
  readonly lines: string[];
}

/** The parts of a text in turn, beginning with a fixed one; the marks are fixed lines. */
function partsOf(text: string): readonly Part[] {
  let now: Part = { free: false, line: 1, lines: [] };
  const parts = [now];
  const begin = (free: boolean, line: number) => {
    now = { free, line, lines: [] };
    parts.push(now);
  };
  for (const [index, line] of text.split('\n').entries()) {
    const mark = line.trim().toLowerCase();
    if (now.free && mark === EDIT_ENDS) begin(false, index + 1);
    now.lines.push(line);
    if (!now.free && mark === EDIT_BEGINS) begin(true, index + 2);
  }
  return parts;
}

const fixed = (parts: readonly Part[]) => parts.filter(({ free }) => !free);

/** The line of a part that may be changed and has no end; undefined where each has one. */
export function lineWithoutEnd(text: string): number | undefined {
  const last = partsOf(text).at(-1);
  return last?.free ? last.line - 1 : undefined;
}

/**
 * The line of `program` that differs from `beginning` outside of the parts that its marks leave to
 * the student; undefined where there is none, or where the beginning has no marks.
 */
export function lineOutside(beginning: string, program: string): number | undefined {
  const all = partsOf(beginning);
  if (all.length === 1) return undefined;
  const parts = fixed(all);
  const given = fixed(partsOf(program));
  for (const [index, { lines }] of parts.entries()) {
    const part = given[index];
    if (!part) return given.at(-1)?.line ?? 1;
    const wrong = lines.findIndex((line, at) => line !== part.lines[at]);
    if (wrong >= 0) return part.line + wrong;
    if (part.lines.length > lines.length) return part.line + lines.length;
  }
  return given[parts.length]?.line;
}

/** The fixed lines of `program`, those that `beginning` keeps; none where it has no marks. */
export function fixedLines(beginning: string, program: string): ReadonlySet<number> {
  if (partsOf(beginning).length === 1) return new Set();
  return new Set(
    fixed(partsOf(program)).flatMap(({ line, lines }) => lines.map((_, index) => line + index)),
  );
}
