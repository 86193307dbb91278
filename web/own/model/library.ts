import library from '../../../scenarios/own/assignments.json';
import documented from '../../../scenarios/own/examples.json';
import type { Assignment, Bench } from './assignment';
import { storiesOf } from './own_assignment';

/** The system and the machine of all programs. */
export const bench: Bench = library;
/** A system of the papers on the same heap, with which programs are compared. */
export const peer = library.peer;
/** The page without a task. */
export const free: Assignment = library.free;
/** The shipped assignments, the easiest first. */
export const assignments: readonly Assignment[] = library.assignments;

/** Programs to read and change, each with a story of its own; not all of them keep the promise. */
export const examples: readonly (Assignment & { readonly kept: boolean })[] = documented.map(
  ({ id, stories, ...rest }) => ({
    ...rest,
    id: `example-${id}`,
    hints: [],
    stories: storiesOf(stories) ?? [],
  }),
);

/** The shipped assignment of this name; the page without a task where there is none. */
export const shipped = (id: string | undefined): Assignment =>
  [...assignments, ...examples].find((each) => each.id === id) ?? free;
