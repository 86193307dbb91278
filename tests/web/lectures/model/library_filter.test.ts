import { describe, expect, it } from 'vitest';
import type { CoursePath } from '../../../../web/lectures/model/course';
import { narrowed } from '../../../../web/lectures/model/library_filter';

const say = (en: string, zh = en) => ({ en, zh });
const lecture = (id: string, title: string, nvm?: true) => ({
  id,
  title: say(title, `讲 ${title}`),
  ...(nvm && { nvm }),
});
const chapters = [
  {
    id: 'one',
    title: say('One'),
    lectures: [lecture('a', 'A torn page'), lecture('b', 'Bits', true)],
  },
  { id: 'two', title: say('Two'), lectures: [lecture('c', 'Costs', true)] },
];
const paths: CoursePath[] = [{ id: 'short', title: say('Short'), lectures: ['c', 'a', 'gone'] }];
const about = (id: string) => (id === 'b' ? undefined : `About ${id}`);
const ids = (
  ...[link, progress = {}]: [Parameters<typeof narrowed>[2], Parameters<typeof narrowed>[3]?]
) =>
  narrowed(chapters, paths, link, progress, about).map((each) => each.lectures.map(({ id }) => id));

describe('which lectures does the library show?', () => {
  it('all of them, by chapter', () => {
    expect(ids({})).toEqual([['a', 'b'], ['c']]);
  });

  it('those of a path, in its order; of one that there is not, all', () => {
    expect(ids({ path: 'short' })).toEqual([['c', 'a']]);
    expect(ids({ path: 'unknown' })).toEqual([['a', 'b'], ['c']]);
  });

  it('those with all words in the title, in either language, or in the blurb, whatever the case', () => {
    expect(ids({ find: 'PAGE torn' })).toEqual([['a']]);
    expect(ids({ find: '讲 cos' })).toEqual([['c']]);
    expect(ids({ find: 'about' })).toEqual([['a'], ['c']]);
    expect(ids({ find: 'torn ABOUT' })).toEqual([['a']]);
    expect(ids({ find: 'nowhere' })).toEqual([]);
  });

  it('those that use NVM, and those that were begun and not ended', () => {
    expect(ids({ only: 'nvm' })).toEqual([['b'], ['c']]);
    const progress = { a: { mark: 2, ended: false }, b: { mark: 9, ended: true } };
    expect(ids({ only: 'begun' }, progress)).toEqual([['a']]);
    expect(ids({ path: 'short', only: 'nvm' })).toEqual([['c']]);
  });
});
