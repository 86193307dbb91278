/** @file Scenario files, and what is wrong with a file. */

import type { Text } from './common';
import type { Survive } from './scenario_file';

export * from './scenario_file';

export type SurvivePolicy = Survive['survive'];

/** A problem of a file: what is wrong, and where (`threads[1][3]`). */
export interface ScenarioProblem {
  readonly path: string;
  readonly reason: Text;
  /** Position in the text for JSON syntax errors, from 1. */
  readonly line?: number;
  readonly column?: number;
}
