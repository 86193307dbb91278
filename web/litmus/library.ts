import library from '../../scenarios/litmus/programs.json';
import type { LitmusProgram, LitmusPuzzle } from './model/programs';

/** Programs that ship. */
export const programs: readonly LitmusProgram[] = library.programs;
/** Puzzles that ship, the easiest first. */
export const puzzles: readonly LitmusPuzzle[] = library.puzzles;

/** What ships under this name; the first program where there is no such thing. */
export function shipped(id: string | undefined): LitmusProgram | LitmusPuzzle {
  const found = [...programs, ...puzzles].find((each) => each.id === id) ?? programs[0];
  if (!found) throw new Error('the library of litmus programs is empty');
  return found;
}

/** The puzzle of this name, if it is one. */
export const puzzleOf = (id: string | undefined): LitmusPuzzle | undefined =>
  puzzles.find((each) => each.id === id);
