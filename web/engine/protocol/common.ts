/** @file Words that all parts of the protocol use. */

import type { DEADLOCK_POLICIES } from './limits';

/** A text in both languages of the interface. */
export interface Text {
  readonly en: string;
  readonly zh: string;
}

/** A parameter's value, as a file has it. */
export type SweptValue = string | number | boolean;

export type TierId = 'cache' | 'dram' | 'nvm' | 'disk';

/** The state of a field's bytes. `none`: the tier never survives (DRAM, cache). */
export type Durability = 'durable' | 'in-flight' | 'volatile' | 'none';

export type Fate = 'always' | 'sometimes' | 'never';

export type VerdictKind =
  | 'consistent'
  | 'lost' // acknowledged but lost
  | 'visible' // unacknowledged but visible, in whole or in part
  | 'never-existed' // a value that no transaction wrote
  | 'damaged' // a structure is damaged
  | 'recovery-failed'; // recovery does not end, or ends in an error

/** The treatment of transactions that wait in a circle, or would: the file's `deadlock`. */
export type DeadlockPolicy = (typeof DEADLOCK_POLICIES)[number];
