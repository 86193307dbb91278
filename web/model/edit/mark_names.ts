import { shortHash } from './short_code';

/** The letters of a mark's name in links. */
export const MARK_DIGITS = 3;

/**
 * A mark's name in links: a hash of the one in files, which may be written as one already (`#k3f`).
 */
export const shortName = (name: string): string =>
  name.startsWith('#') ? name.slice(1) : shortHash(name, MARK_DIGITS);

/** Whether a name, written either way, is that of the mark with this one in files. */
export const namesMark = (written: string, name: string): boolean =>
  written === name || written === `#${shortName(name)}`;
