// Which branches of the engine an exploring test has taken, from what `llvm-cov export` writes.

/** The rooms whose branches count: what stores, logs and recovers. */
export const ROOMS = ['scheme', 'log', 'db', 'tier'];

/**
 * A branch that no test took one way: its file, its line, the condition, and which way it never
 * was.
 * @typedef {{file: string, line: number, text: string, never: 'true' | 'false'}} Untaken
 */
/** @typedef {{of: number, taken: number, untaken: readonly Untaken[]}} Branches */

/**
 * `[line, column, last line, last column, times true, times false, ...]`
 * @typedef {readonly number[]} Region
 */
/** @typedef {{filename: string, branches: readonly Region[]}} CoveredFile */

/** Conditions that are no decisions of the engine's: what must hold, and what a build has. */
const NO_DECISION = /\b(AI_CHECK|AI_NATIVE_CHECK|kWhole|kTraced|kPoisons|host_choices)\b/;

/**
 * The branches of each file of the rooms, by its path below engine-wasm. A template, or a header of
 * several sources, counts once: a way is taken if it is anywhere.
 * @param {readonly CoveredFile[]} files
 * @param {(file: string) => readonly string[]} linesOf the lines of a source
 * @returns {ReadonlyMap<string, Branches>}
 */
export function branchesOf(files, linesOf) {
  /** @type {Map<string, Branches>} */
  const all = new Map();
  for (const { filename, branches } of files) {
    const file = filename.slice(filename.lastIndexOf('engine-wasm/') + 'engine-wasm/'.length);
    if (ROOMS.some((room) => file.startsWith(`${room}/`))) {
      const counted = ofFile(file, branches, linesOf(file));
      if (counted.of > 0) all.set(file, counted);
    }
  }
  return all;
}

/**
 * @param {string} file @param {readonly Region[]} regions @param {readonly string[]} lines
 * @returns {Branches}
 */
function ofFile(file, regions, lines) {
  /** @type {Map<string, {line: number, text: string, was: [number, number]}>} */
  const conditions = new Map();
  for (const [line = 0, column = 0, lastLine = 0, lastColumn = 0, yes = 0, no = 0] of regions) {
    const source = lines[line - 1] ?? '';
    if (NO_DECISION.test(source)) continue;
    const end = line === lastLine ? lastColumn - 1 : undefined;
    const key = `${line}:${column}`;
    const known = conditions.get(key) ?? { line, text: source.slice(column - 1, end), was: [0, 0] };
    known.was[0] += yes;
    known.was[1] += no;
    conditions.set(key, known);
  }
  const untaken = [...conditions.values()].flatMap(({ line, text, was }) =>
    /** @type {const} */ (['true', 'false']).flatMap((never, way) =>
      was[way] === 0 ? [{ file, line, text, never }] : [],
    ),
  );
  const of = 2 * conditions.size;
  return { of, taken: of - untaken.length, untaken };
}

/** The room of a file as docs/coverage.md counts it: its folder. @param {string} file */
export const roomOf = (file) => file.slice(0, file.lastIndexOf('/'));
