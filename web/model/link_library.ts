import type { LibraryLink, LinkField } from './link_state';

// The fields of the library; link_v1.ts lists them.

export function encodeLibrary({ path, only, find }: LibraryLink): LinkField[] {
  const fields = [
    { name: 'c.path', value: path },
    { name: 'c.only', value: only },
    { name: 'c.find', value: find },
  ];
  return fields.flatMap(({ name, value }) => (value ? [{ name, value }] : []));
}

/** The library with one more field read; undefined where the field belongs to something else. */
export function readLibrary(
  { name, value }: LinkField,
  before: LibraryLink = {},
): LibraryLink | 'unreadable' | undefined {
  if (name === 'c.path') return { ...before, path: value };
  if (name === 'c.find') return { ...before, find: value };
  if (name !== 'c.only') return undefined;
  return value === 'nvm' || value === 'begun' ? { ...before, only: value } : 'unreadable';
}
