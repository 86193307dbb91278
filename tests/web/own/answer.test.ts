import { describe, expect, it } from 'vitest';
import { LARGEST_ANSWER, type OwnAnswer, readAnswer } from '../../../web/own/model/answer';
import { sameAs } from '../../../web/own/model/grade';

const good: OwnAnswer = {
  format: 1,
  kind: 'own-answer',
  assignment: 'one-word',
  name: 'Ada',
  program: 'on commit\nend\n',
  attempts: 2,
  hints: 0,
  engine: '0.1.0',
};
const read = (change: object) => readAnswer(JSON.stringify({ ...good, ...change }));

describe('an answer from a file', () => {
  it('is taken as it was saved, with or without a name', () => {
    expect(read({})).toEqual(good);
    const { name: _name, ...nameless } = good;
    expect(readAnswer(`\uFEFF${JSON.stringify(nameless)}`)).toEqual(nameless);
    const grade = { standing: 'kept', kept: 3, of: 3 };
    const more = { ...good, own: '{}', solution: true, grade };
    expect(read(more)).toEqual(more);
  });

  it.each([
    [{ format: 2 }, 'format'],
    [{ kind: 'scenario' }, 'kind'],
    [{ assignment: '../x' }, 'assignment'],
    [{ name: 'x'.repeat(81) }, 'name'],
    [{ program: 1 }, 'program'],
    [{ program: 'x'.repeat(16_385) }, 'program'],
    [{ attempts: -1 }, 'attempts'],
    [{ attempts: 1.5 }, 'attempts'],
    [{ hints: 'many' }, 'hints'],
    [{ engine: undefined }, 'engine'],
    [{ own: 'x'.repeat(65_537) }, 'own'],
    [{ solution: 'yes' }, 'solution'],
    [{ grade: 'kept' }, 'grade'],
    [{ grade: { standing: 'best', kept: 3, of: 3 } }, 'grade'],
    [{ grade: { standing: 'kept', kept: 3 } }, 'grade'],
    [{ more: true }, 'more'],
  ])('is refused with its field: %j', (change, field) => {
    expect(read(change)).toMatchObject({ problem: { en: `${field}: not as in an answer` } });
  });

  it.each(['', 'null', '[]', '7', '{', 'x'.repeat(LARGEST_ANSWER + 1)])(
    'is refused where it is none: %.10s',
    (text) => expect(readAnswer(text)).toHaveProperty('problem'),
  );
});

it('knows equal programs by what they do, and by their assignment', () => {
  const of = (program: string, assignment = 'one-word') => ({ ...good, program, assignment });
  expect(
    sameAs([
      of('on commit\n  fence\nend\n'),
      of('# mine\non commit\n\n fence   # here\nend'),
      of('on commit\n  fence\nend\n', 'list'),
      of('on commit\nend\n'),
      of('on  commit\nsfence\nend'),
      of('on update(at, old, new)\n[at]=new\nclwb [at]\nend'),
      of('on update( at,old , new )\n[ at ] = new\nwrite_back [at]\nend'),
      of('on update(at, old, new)\n[a t] = new\nwrite_back [at]\nend'),
    ]),
  ).toEqual([undefined, 0, undefined, undefined, 0, undefined, 5, undefined]);
});

it('knows a program again whose names were changed, and no other', () => {
  const of = (program: string) => ({ ...good, program });
  const log = 'nvm log[8] { at }\nnvm n\non log(at, old, new)\nlog[n].at = at\nn = n + 1\nend\n';
  expect(
    sameAs([
      of(log),
      of('nvm a[8] { b }\nnvm c\non log(b, d, e)\na[c].b = b\nc = c + 1\nend\n'),
      // One name for two things, another handler, another word of the language.
      of('nvm a[8] { b }\nnvm a\non log(b, d, e)\na[a].b = b\na = a + 1\nend\n'),
      of(log.replace('on log', 'on update')),
      of('on commit\nfence\nend\n'),
      of('on commit\nend\nend\n'),
    ]),
  ).toEqual([undefined, 0, undefined, undefined, undefined, undefined]);
});
