import { expect, it } from 'vitest';
import type { LibraryLink } from '../../../web/lectures/model/link';
import { decodeLink, EMPTY_LINK, encodeLink } from '../../../web/link/link';

it.each<LibraryLink>([
  { path: '90-minutes' },
  { only: 'nvm', find: '撕裂 & torn' },
  { only: 'begun' },
])('does a link keep what the library is narrowed to: %j?', (library) => {
  const link = encodeLink({ ...EMPTY_LINK, view: 'lectures', library });
  expect(decodeLink(link).state).toMatchObject({ view: 'lectures', library });
});

it('is a choice that there is not told?', () => {
  const { state, problems } = decodeLink('#v=1&w=lectures&c.only=disk&c.path=short');
  expect(problems.map(({ field }) => field)).toEqual(['c.only']);
  expect(state.library).toEqual({ path: 'short' });
});
