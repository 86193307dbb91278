import { shortHash } from './short_code';

/** The letters of a mark's name in links. */
export const MARK_DIGITS = 3;

/**
 * The name of a mark in links: a hash of its name in files, which may be written as a hash already
 * (`#k3f`).
 */
export const shortName = (name: string): string =>
  name.startsWith('#') ? name.slice(1) : shortHash(name, MARK_DIGITS);

/** True if a name, written either way, is that of the mark with this name in files. */
export const namesMark = (written: string, name: string): boolean =>
  written === name || written === `#${shortName(name)}`;
