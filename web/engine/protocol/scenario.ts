/** @file Scenario files, and what is wrong with a file. */

import type { Survive } from './scenario_file';

export * from './replies/problem';
export * from './scenario_file';

export type SurvivePolicy = Survive['survive'];
