import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Mark, Scenario } from '../../../web/engine/protocol';
import { FILE_RULES } from '../../../web/model/authoring/file_rules';
import type { PlayedLecture } from '../../../web/model/authoring/lecture_rule';
import { PLAYED_RULES, problemsOfLecture } from '../../../web/model/authoring/lecture_rules';
import { besideLecture, codeProblems } from '../../../web/runner/lecture/library';
import { playLecture } from '../../../web/runner/lecture/play';
import { type LabRunner, labRunner } from '../support/lab_runner';

const NAME = 'which-fence.json';
const text = readFileSync(`scenarios/lectures/${NAME}`, 'utf8');
const good = JSON.parse(text) as Scenario;
/** The lecture of an author who did not know a rule. */
const without = (...fields: (keyof Scenario)[]): Scenario =>
  Object.fromEntries(
    Object.entries(good).filter(([field]) => !fields.includes(field as keyof Scenario)),
  ) as unknown as Scenario;
const withMark = (index: number, change: (mark: Mark) => Partial<Mark>): Scenario => ({
  ...good,
  marks: (good.marks ?? []).map((mark, n) => (n === index ? { ...mark, ...change(mark) } : mark)),
});
const asking = (good.marks ?? []).findIndex(({ ask }) => ask?.kind === 'fate');
const blank = { en: ' ', zh: ' ' };

/** A lecture against each rule of files, and where the rule finds what is wrong. */
const WRONG: readonly (readonly [rule: string, scenario: Scenario, path: string])[] = [
  ['is named after its file', { ...good, id: 'another' }, 'id'],
  [
    'speaks both languages everywhere',
    { ...good, title: { en: 'A title', zh: 'A title' } },
    'title.zh',
  ],
  [
    'speaks both languages everywhere',
    withMark(0, () => ({ say: { en: '日志', zh: '日志' } })),
    'marks[0].say.en',
  ],
  [
    'speaks as the other texts do',
    withMark(0, () => ({ say: { en: 'a image', zh: '像' } })),
    'marks[0].say.en',
  ],
  [
    'speaks as the other texts do',
    withMark(0, () => ({ say: { en: 'one', zh: '断电,值' } })),
    'marks[0].say.zh',
  ],
  [
    'tells a story: what it is about, narration, and facts to hold it to',
    without('facts'),
    'facts',
  ],
  [
    'tells a story: what it is about, narration, and facts to hold it to',
    without('about'),
    'about.en',
  ],
  ['asks at least two questions', { ...good, marks: good.marks?.slice(0, 1) ?? [] }, 'marks'],
  [
    'closes each question with an explanation',
    withMark(asking, () => Object.fromEntries([['then', blank]])),
    `marks[${asking}].then.en`,
  ],
  [
    'lists phrases that would give each question away',
    withMark(asking, ({ ask }) => ({
      ask: { ...(ask as NonNullable<Mark['ask']>), gives_away: {} },
    })),
    `marks[${asking}].ask.gives_away.en`,
  ],
  [
    'says none of these phrases before the answer',
    withMark(asking, ({ say, ask }) => ({
      ask: {
        ...(ask as NonNullable<Mark['ask']>),
        gives_away: { en: [say.en.slice(0, 12)], zh: ['无'] },
      },
    })),
    `marks[${asking}].say.en`,
  ],
  [
    'calls a power cut that it only supposes a hypothetical one',
    withMark(0, () => ({
      say: { en: 'A cut.', zh: '断电。' },
      ask: { kind: 'value-after-crash', record: 'A', survive: 'all' },
    })),
    'marks[0].say.en',
  ],
  [
    'gives every mark a name, minutes, notes and subjects',
    withMark(0, () => ({ minutes: 0 })),
    'marks[0].minutes',
  ],
  [
    'gives every mark a name, minutes, notes and subjects',
    withMark(0, () => ({ notes: blank })),
    'marks[0].notes.en',
  ],
  [
    'looks only at structures that it is about',
    withMark(0, () => ({ focus: ['nvm.x'] })),
    'marks[0].focus[0]',
  ],
  [
    'has marks whose minutes add up to its own',
    { ...good, lecture: { ...good.lecture, minutes: 60 } },
    'lecture.minutes',
  ],
  [
    'has one sentence to keep',
    { ...good, lecture: { minutes: good.lecture?.minutes ?? 0 } },
    'lecture.keep.en',
  ],
  [
    'does not say what the time of a page is, which a machine decides',
    { ...good, about: { en: 'It takes 20 µs a page.', zh: '每页 20 微秒。' } },
    'about.en',
  ],
  [
    'builds on lectures that there are, and that come before it',
    { ...good, lecture: { ...good.lecture, needs: ['no-such-lecture'] } },
    'lecture.needs[0]',
  ],
  [
    'explains each term where a reader meets it first',
    {
      ...withMark(0, () => ({ say: { en: 'A page LSN.', zh: '页 LSN。' } })),
      lecture: { ...good.lecture, needs: [] },
    },
    'marks[0]',
  ],
];

describe('a lecture of the library', () => {
  const codes: Record<string, readonly string[]>[] = [
    { '10': ['first', 'first-today'], '2y': ['second'] },
    { '1a': ['measured'] },
  ];

  it('has a code, by the name that it has or had', () => {
    expect(['first', 'first-today', 'measured'].flatMap((id) => codeProblems(id, codes))).toEqual(
      [],
    );
  });

  it('is told the next one where it has none', () => {
    expect(codeProblems('new-one', codes)).toEqual([
      {
        path: 'id',
        reason: 'scenarios/codes.json has no code for it: the next is "2z": ["new-one"]',
      },
    ]);
  });
});

describe('rules of files', () => {
  it('each refuse a lecture, with the place', async () => {
    const beside = await besideLecture(NAME);
    for (const [rule, scenario, path] of WRONG) {
      const { check } = FILE_RULES.find(({ says }) => says === rule) ?? {};
      const paths = check?.({ ...beside, scenario }).map((problem) => problem.path);
      expect(paths, `${rule}: ${path}`).toContain(path);
    }
  });

  it('have each a lecture that they refuse', () => {
    expect([...new Set(WRONG.map(([rule]) => rule))].sort()).toEqual(
      FILE_RULES.map(({ says }) => says).sort(),
    );
  });
});

describe('rules of a lecture that was played', () => {
  let lecture: PlayedLecture;
  beforeAll(async () => {
    lecture = await playLecture(text, await besideLecture(NAME), { guesses: true, shrinkMs: 50 });
  }, 60_000);

  it('have nothing against a lecture of the library', () => {
    expect(problemsOfLecture(lecture)).toEqual([]);
  });

  /** A lecture in which one question is otherwise. */
  const other = (change: (asked: PlayedLecture['asked'][number]) => object): PlayedLecture => ({
    ...lecture,
    asked: lecture.asked.map((each) => ({ ...each, ...change(each) })),
  });
  const asksFate = { kind: 'fate', tx: 'T1' } as const;
  const asksValue = { kind: 'value-after-crash', record: 'A' } as const;

  /** A lecture that each of these rules refuses. */
  const REFUSED: Readonly<Record<string, () => PlayedLecture>> = {
    'asks what the engine can answer': () => other(() => ({ truth: 'unknown' })),
    'has every wrong answer refuted, and meets each wrong fate with a reason': () =>
      other(() => ({
        ask: asksFate,
        guesses: [{ guess: 'never', truth: 'always', right: false }],
      })),
    'gives reasons for answers that there are': () =>
      other(({ ask }) => ({ ask: { ...ask, because: { perhaps: { en: 'No.', zh: '不。' } } } })),
    'does not ask for values that are all the same': () =>
      other(() => ({ ask: asksValue, truth: '7' })),
    'offers at least two answers where it offers any': () =>
      other(({ choices }) => ({ choices: choices.slice(0, 1) })),
    'tells no fate of a transaction before it is asked for': () => ({
      ...other(() => ({ ask: asksFate })),
      scenario: { ...good, about: { en: 'T1 always survives.', zh: 'T1 必定存活。' } },
    }),
    'tells no recovered value of a record before it is asked for': () => ({
      ...other(() => ({ ask: asksValue, truth: '42' })),
      scenario: { ...good, about: { en: 'A is 42 after recovery.', zh: '恢复后 A 为 42。' } },
    }),
    'draws no word while a question is open but what a device or a table holds': () =>
      tagged({ en: 'survivor', zh: '幸存者' }),
    'draws nothing while a question is open that judges a transaction or a version': () =>
      tagged({ en: 'committed', zh: '已提交' }),
    'draws nothing while a question is open that is its answer, or that its author would not say':
      () => tagged({ en: '42', zh: '42' }, { ask: asksValue, truth: '42' }),
    'looks only at structures that are there, in the tier that they are drawn in': () => ({
      ...lecture,
      marks: lecture.marks.map((each) => ({
        ...each,
        mark: { ...each.mark, focus: ['nvm.nowhere'] },
      })),
    }),
    'has its marks in the order in which they come': () => ({
      ...lecture,
      marks: lecture.marks.toReversed(),
    }),
    'has subjects that are there': () => ({
      ...lecture,
      marks: lecture.marks.map((each) => ({
        ...each,
        mark: { ...each.mark, subjects: ['thread:99'] },
      })),
    }),
    'has among the subjects of a mark all that its sentence names': () => ({
      ...lecture,
      marks: lecture.marks.map((each) => ({
        ...each,
        mark: { ...each.mark, say: { en: 'Look at node 2.', zh: '请看。' }, subjects: [] },
      })),
    }),
  };

  /** A remark on every item that is drawn at a question. */
  const tagged = (tag: { en: string; zh: string }, more: object = {}): PlayedLecture =>
    other(({ frame }) => ({
      ...more,
      frame: {
        ...frame,
        structures: frame.structures.map((structure) => ({
          ...structure,
          items: structure.items.map((item) => ({ ...item, tags: [tag] })),
        })),
      },
    }));

  it.each(PLAYED_RULES)('a lecture $says', ({ says, check }) => {
    const refused = REFUSED[says]?.();
    if (!refused) throw new Error('no lecture breaks this rule here');
    const found = check(refused);
    expect(found.length).toBeGreaterThan(0);
    for (const { path, reason } of found) {
      expect(path).toMatch(/^(title|about|marks\[\d+\])/);
      expect(reason).not.toBe('');
    }
  });
});

describe('the command', () => {
  let runner: LabRunner;
  beforeAll(async () => {
    runner = await labRunner('lecture');
  }, 60_000);

  it('says what a lecture of the library asks, what is right, and what refutes the rest', async () => {
    const { code, stdout, stderr } = await runner.lab('lecture', runner.file(NAME, text));
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`${NAME}: ${good.marks?.length} marks`);
    expect(stdout).toMatch(/always: refuted by (a power cut|all \d+ images)/);
    expect(stdout).toMatch(/refuted by a power cut after event [\d and]+ of its smallest case/);
  }, 60_000);

  it('names each broken rule with its place in the file, and a fact that does not hold', async () => {
    const { lecture: _lecture, ...rest } = withMark(1, () => ({ notes: blank }));
    const facts = [{ after: 'run', record: Object.keys(good.records ?? {})[0], is: 123456 }];
    const wrong = JSON.stringify({ ...rest, facts }, null, 2);
    const { code, stdout } = await runner.lab('lecture', runner.file(NAME, wrong));
    expect(code).toBe(1);
    const line =
      wrong.slice(0, wrong.indexOf('"notes": {\n        "en": " "')).split('\n').length + 1;
    expect(stdout).toMatch(new RegExp(`^${NAME}:${line}:\\d+: marks\\[1\\]\\.notes\\.en: `, 'm'));
    expect(stdout).toMatch(/lecture\.keep\.en: .* missing/);
    expect(stdout).toMatch(/facts\[0\]: .* does not hold: it is /);
  }, 60_000);

  it('takes one lecture', async () => {
    expect((await runner.lab('lecture')).code).toBe(2);
    const experiment = runner.file('e.json', { kind: 'experiment' });
    expect((await runner.lab('lecture', experiment)).stderr).toContain('not a lecture');
    const prediction = await runner.lab(
      'lecture',
      resolve('scenarios/predictions/chains-measured.json'),
    );
    expect(prediction.code).toBe(2);
    expect(prediction.stderr).toContain('lab -- run scenarios/experiments/base-chains.json');
    const refused = await runner.lab('lecture', runner.file('s.json', { kind: 'scenario' }));
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('s.json:1:1');
  });

  it('lab run tells marks with their texts and answers, and refuses a reason for no answer', async () => {
    const told = await runner.lab('run', runner.file(NAME, text));
    expect(told.code).toBe(0);
    const { marks } = JSON.parse(told.stdout) as { marks: Record<string, unknown>[] };
    expect(marks[asking]).toMatchObject({
      say: good.marks?.[asking]?.say,
      ask: { kind: 'fate', choices: ['always', 'sometimes', 'never'] },
    });
    const wrong = withMark(asking, ({ ask }) => ({
      ask: {
        ...(ask as NonNullable<Mark['ask']>),
        because: { perhaps: { en: 'No.', zh: '不。' } },
      },
    }));
    const refused = await runner.lab('run', runner.file(NAME, wrong));
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain(`marks[${asking}].ask.because.perhaps: nobody can answer`);
  }, 60_000);
});
