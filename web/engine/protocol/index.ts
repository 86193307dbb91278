/**
 * The shapes that cross the boundary between the engine and everything else.
 *
 * The engine describes itself (schemes, parameters, listings, structures, machines), so no
 * view knows a scheme by name. Positions count events from 0: position `n` is the state after
 * the first `n` events of a session, over all its phases (the run, then one recovery a power cut).
 */

export * from './common';
export * from './crash';
export * from './description';
export * from './limits';
export * from './plan';
export type { MetricDescription, ProgramFault } from './results';
export * from './scenario';
export * from './session';
export * from './state';
export * from './statement';
