/** @file What is wrong with a file. Written by `lab -- formats` from the engine's tables. */
import type { Text } from '../common';

/** A problem of a file: what is wrong, and where. */
export interface ScenarioProblem {
  /** Where in the file: `threads[1][3]`. */
  readonly path: string;
  /** What is wrong there. */
  readonly reason: Text;
  /** Position in the text for JSON syntax errors, from 1. */
  readonly line?: number;
  /** The column in this line, from 1. */
  readonly column?: number;
}
