import { describe, expect, it } from 'vitest';
import { storyComplaints } from '../../../web/own/model/assignment';
import { free } from '../../../web/own/model/library';
import { ownFields } from '../../../web/own/model/link';
import {
  idOf,
  LARGEST,
  readOwnAssignment,
  storiesOf,
  storiesText,
} from '../../../web/own/model/own_assignment';

const good = {
  format: 1,
  kind: 'own-assignment',
  title: 'Mine',
  about: 'Do it.',
  hints: ['Look.'],
  text: 'on commit\nend\n',
  stories: 'A = 1, B = -2\nbegin T1; A := 2; commit',
  fences: 4,
};
const read = (change: object) => readOwnAssignment(JSON.stringify({ ...good, ...change }));

describe('an assignment that somebody has made', () => {
  it('has the stories and the limit that its file has', () => {
    const found = read({});
    expect('assignment' in found && found.assignment).toMatchObject({
      title: { en: 'Mine', zh: 'Mine' },
      best: { fences: 4 },
      text: good.text,
      stories: [
        {
          records: [
            { name: 'A', value: 1 },
            { name: 'B', value: -2 },
          ],
          threads: [['begin T1', 'A := 2', 'commit']],
        },
      ],
    });
  });

  it('may have hidden stories, which come back as they were written', () => {
    const stories = 'hidden\nA = 1\nbegin T1; A := 2; commit\n\nB = 3\nbegin T1; B := 4; abort';
    const found = storiesOf(stories);
    expect(found?.map(({ hidden }) => hidden)).toEqual([true, undefined]);
    expect(storiesText(found ?? [])).toBe(stories);
    expect(storiesOf('hidden')).toBeUndefined();
    expect(storiesOf('hidden\nhidden\nA = 1\nbegin T1')).toBeUndefined();
    // A complaint is at the line as it was written.
    const at = (path: string) =>
      found?.map(
        (story) => storyComplaints(story, [{ path, reason: { en: '', zh: '' } }])[0]?.line,
      );
    expect(at('threads[0][1]')).toEqual([3, 2]);
    expect(at('records')).toEqual([2, 1]);
  });

  it('may limit fences, write-backs, both or neither', () => {
    const limits = (change: object) => {
      const found = read(change);
      return 'assignment' in found && found.assignment.best;
    };
    expect(limits({ writeBacks: 6 })).toEqual({ fences: 4, writeBacks: 6 });
    expect(limits({ fences: 0, writeBacks: 6 })).toEqual({ writeBacks: 6 });
    expect(limits({ fences: 0 })).toBeUndefined();
  });

  it('has a name that does not change', () => {
    expect(idOf('a')).toBe(idOf('a'));
    expect(idOf('a')).not.toBe(idOf('b'));
    expect(idOf('a')).toMatch(/^own-[a-z0-9]+$/);
  });

  it.each([
    [{ format: 2 }, /^format/],
    [{ kind: 'own-answer' }, /^it is an answer to one/],
    [{ kind: 'scenario' }, /^its kind is not/],
    [{ text: 'x\n# edit here\ny' }, /^line 2: “# edit here” without/],
    [{ title: 1 }, /^title/],
    [{ hints: 'x' }, /^hints/],
    [{ hints: Array(9).fill('x') }, /^hints/],
    [{ fences: -1 }, /^fences/],
    [{ writeBacks: 0 }, /^writeBacks/],
    [{ stories: 'begin T1' }, /^stories/],
    [{ stories: '' }, /^stories/],
    [{ text: 'x'.repeat(16_385) }, /too long/],
    [{ about: 'x'.repeat(4_001) }, /too long/],
  ])('is refused with its field: %j', (change, says) => {
    const found = read(change);
    expect('problem' in found && found.problem.en).toMatch(says);
  });

  it.each(['', '[]', '{', 'x'.repeat(LARGEST + 1)])('is refused where it is none: %.8s', (text) =>
    expect(readOwnAssignment(text)).toHaveProperty('problem'),
  );

  it('comes back from a link', () => {
    const link = { own: JSON.stringify(good), text: 'on commit\nend' };
    const fields = ownFields.encode(link);
    const back = fields.reduce<object | string>(
      (before, field) => ownFields.read(field, before as object) ?? before,
      {},
    );
    expect(back).toEqual(link);
    expect(ownFields.read({ name: 'y.own', value: '%%' }, {})).toBe('unreadable');
  });
});

describe('stories as text', () => {
  it('are read as they are written', () => {
    const stories = storiesOf(storiesText(free.stories));
    expect(stories?.map(({ records, threads }) => ({ records, threads }))).toEqual(
      free.stories.map(({ records, threads }) => ({ records, threads })),
    );
  });

  it('may have several threads, blanks, and at most twelve blocks', () => {
    const block = ' A = 1 \n begin T1; commit ;\nbegin T2; commit\n';
    expect(storiesOf(`\n\n${block}\n \n${block}`)?.[1]?.threads).toEqual([
      ['begin T1', 'commit'],
      ['begin T2', 'commit'],
    ]);
    expect(storiesOf(`${block}\n`.repeat(13))).toBeUndefined();
  });
});
