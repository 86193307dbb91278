/** @file Words that all parts of the protocol use. */

import type { DEADLOCK_POLICIES } from './limits';

export * from './replies/names';

/** A text in both languages of the interface. */
export interface Text {
  readonly en: string;
  readonly zh: string;
}

/** A parameter's value, as a file has it. */
export type SweptValue = string | number | boolean;

/** The treatment of transactions that wait in a circle, or would: the file's `deadlock`. */
export type DeadlockPolicy = (typeof DEADLOCK_POLICIES)[number];
