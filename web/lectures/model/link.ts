import type { LinkField, ViewFields } from '../../model/link/link_value';

/** The filters of the library. */
export interface LibraryLink {
  /** A path through the course. */
  readonly path?: string;
  /** Lectures that use NVM; those that were begun and not ended. */
  readonly only?: 'nvm' | 'begun';
  /** Words that are looked for. */
  readonly find?: string;
}

// The fields of the library; web/link/link_v1.ts lists them.

function encode({ path, only, find }: LibraryLink): LinkField[] {
  const fields = [
    { name: 'c.path', value: path },
    { name: 'c.only', value: only },
    { name: 'c.find', value: find },
  ];
  return fields.flatMap(({ name, value }) => (value ? [{ name, value }] : []));
}

/**
 * Returns the library with one more field read; undefined where the field belongs to something
 * else.
 */
function read(
  { name, value }: LinkField,
  before: LibraryLink = {},
): LibraryLink | 'unreadable' | undefined {
  if (name === 'c.path') return { ...before, path: value };
  if (name === 'c.find') return { ...before, find: value };
  if (name !== 'c.only') return undefined;
  return value === 'nvm' || value === 'begun' ? { ...before, only: value } : 'unreadable';
}

/** The path through the course; a search in it is not a place of its own. */
const place = (link: LibraryLink | undefined): string => (link?.path ? `/${link.path}` : '');

/** The library's part of a link. */
export const libraryFields: ViewFields<LibraryLink> = { encode, read, place };
