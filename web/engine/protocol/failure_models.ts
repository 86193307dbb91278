/**
 * @file The failure models, in the engine's order. Written by `lab -- formats` from the engine's
 * tables.
 */
export const FAILURE_MODELS = ['adr', 'eadr', 'wsp'] as const;
