import type { ScenarioProblem } from '../../engine/protocol';
import { byteSpan, type JsonPlace, placeOf } from './json_place';

/** A problem of a text, and its place there. */
export interface LocatedProblem extends ScenarioProblem, JsonPlace {
  readonly line: number;
  readonly column: number;
}

/** Every problem with its place in the visible text, in the order of the text. */
export function locateProblems(
  text: string,
  problems: readonly ScenarioProblem[],
): readonly LocatedProblem[] {
  return problems
    .map((problem) => {
      const known = problem.path === '' ? undefined : placeOf(text, problem.path);
      const place = known ?? byteSpan(text, problem.line ?? 1, problem.column ?? 1);
      return { ...problem, ...place };
    })
    .sort((a, b) => a.from - b.from);
}
