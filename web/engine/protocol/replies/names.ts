/**
 * @file Words that several replies choose from. Written by `lab -- formats` from the engine's
 * tables.
 */
/** A place of data. */
export type TierId = 'cache' | 'dram' | 'nvm' | 'disk';

/** The state of a field's bytes. `none`: the tier never survives (DRAM, cache). */
export type Durability = 'durable' | 'in-flight' | 'volatile' | 'none';

/** How often something holds, over all images. */
export type Fate = 'never' | 'sometimes' | 'always';

/** The oracle's judgement on what is left after a power cut. */
export type VerdictKind =
  | 'consistent'
  | 'lost' // acknowledged but lost
  | 'visible' // unacknowledged but visible, in whole or in part
  | 'never-existed' // a value that no transaction wrote
  | 'damaged' // a structure is damaged
  | 'recovery-failed'; // recovery does not end, or ends in an error

/** A failure model, which says what the hardware does with its caches. */
export type FailureModelId = 'adr' | 'eadr' | 'wsp';
