import library from '../../scenarios/litmus/programs.json';
import others from '../../scenarios/litmus/published.json';
import tested from '../../scenarios/litmus/tests.json';
import type { Text } from '../engine/protocol';
import type { LitmusProgram, LitmusPuzzle, PublishedLitmus } from './model/programs';

/** The programs that ship. */
export const programs: readonly LitmusProgram[] = library.programs;
/** The engine's own litmus tests. */
export const tests: readonly LitmusProgram[] = tested.programs.map(({ id, title, text }) => ({
  id: `test-${id}`,
  title,
  about: title,
  text,
}));
/** The puzzles that ship, the easiest first. */
export const puzzles: readonly LitmusPuzzle[] = library.puzzles;

const names = new Map<string, Text>(others.sources.map(({ id, name }) => [id, name]));
const differences = new Map<string, Text>(Object.entries(others.differences));

/** The programs that others have published; a test checks each against its outcome. */
export const published: readonly PublishedLitmus[] = others.programs.map((each) => {
  const title = { en: each.id, zh: each.id };
  const source = names.get(each.source) ?? title;
  const differs = each.differs === undefined ? undefined : differences.get(each.differs);
  return {
    id: `${each.source}-${each.id}`,
    title,
    about: each.asks,
    text: each.text,
    source,
    derived: each.derived === true,
    ...(differs && { differs }),
    ...(each.model === 'eadr' && { model: each.model }),
  };
});

/** The shipped program or puzzle of this name; the first program where there is none. */
export function shipped(id: string | undefined): LitmusProgram | LitmusPuzzle {
  const all = [...programs, ...puzzles, ...tests, ...published];
  const found = all.find((each) => each.id === id) ?? programs[0];
  if (!found) throw new Error('the library of litmus programs is empty');
  return found;
}

/** The puzzle of this name, if it is one. */
export const puzzleOf = (id: string | undefined): LitmusPuzzle | undefined =>
  puzzles.find((each) => each.id === id);

/** The published program of this name, if it is one. */
export const publishedOf = (id: string | undefined): PublishedLitmus | undefined =>
  published.find((each) => each.id === id);
