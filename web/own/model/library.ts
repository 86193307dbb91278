import library from '../../../scenarios/own/assignments.json';
import type { Assignment, Bench } from './assignment';

/** The system and the machine of all programs. */
export const bench: Bench = library;
/** A system of the papers on the same heap, which the speed of programs is held against. */
export const peer = library.peer;
/** The page without a task. */
export const free: Assignment = library.free;
/** Assignments that ship, the easiest first. */
export const assignments: readonly Assignment[] = library.assignments;

/** What ships under this name; the page without a task where there is no such thing. */
export const shipped = (id: string | undefined): Assignment =>
  assignments.find((each) => each.id === id) ?? free;
