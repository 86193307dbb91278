import fc from 'fast-check';
import { expect, test } from 'vitest';
import { codes, digitsOf, lectureCodes, numberOf } from '../../../web/course/model/codes';
import {
  type CoursePlan,
  editOf,
  MOST_ENTRIES,
  type ParsedPlan,
  type PlanEntry,
  parsePlan,
  planText,
} from '../../../web/course/model/plan';
import { planFromLink, planToLink } from '../../../web/course/model/plan_link';

const plan = (entries: readonly PlanEntry[], title = { en: 'My course', zh: '我的课程' }) =>
  ({ format: 1, kind: 'plan', title, minutes: 45, entries }) satisfies CoursePlan;

const problemsOf = (parsed: ParsedPlan) => ('problems' in parsed ? parsed.problems : []);

test('a renamed lecture keeps its code, and is found by its old name', () => {
  const table = lectureCodes({ '10': ['old-name', 'new-name'], '11': ['other'] });
  expect(table.codeOf('old-name')).toBe('10');
  expect(table.codeOf('new-name')).toBe('10');
  expect(table.lectureOf('10')).toBe('new-name');
  expect(table.nameOf('old-name')).toBe('new-name');
  expect(table.nameOf('unknown')).toBe('unknown');
});

test('names of what every object has are no codes', () => {
  expect(codes.lectureOf('constructor')).toBeUndefined();
  expect(codes.codeOf('toString')).toBeUndefined();
});

test('a number and its digits are the same', () => {
  fc.assert(
    fc.property(fc.nat(32 ** 4 - 1), (number) => {
      expect(numberOf(digitsOf(number, 4))).toBe(number);
    }),
  );
  expect(numberOf('')).toBeUndefined();
  expect(numberOf('i0')).toBeUndefined();
});

test('a plan of twelve entries, all of them parts, has a link of less than 300 characters', () => {
  const ids = codes.all.map((code) => codes.lectureOf(code) ?? '');
  const parts = ids
    .filter((id) => !codes.isMeasured(id))
    .slice(0, 12)
    .map((lecture) => ({ lecture, from: 'T1.write.2', to: '1~_.recovered' }));
  const title = { zh: '非易失内存上的日志与恢复：给三年级的一讲' } as CoursePlan['title'];
  const link = planToLink(plan(parts, title));
  const address = 'https://teaching.university.example/afterimage/#v=1&w=plan&plan=';
  expect(address.length + encodeURIComponent(link).length).toBeLessThan(300);
  expect(planFromLink(link)?.entries).toHaveLength(12);
  expect(planFromLink(link)?.title).toEqual(title);
});

const lecture: PlanEntry = { lecture: 'stolen-page', from: 'T1.write.2' };
const changed: PlanEntry = {
  lecture: 'page-never-written',
  edit: { title: { en: 'Mine' }, marks: { 'T1.write.2': { say: { en: 'Look.' } } } },
};

test('a link restores everything but notes', () => {
  const whole = plan([
    { ...lecture, notes: { en: 'secret', zh: '' } },
    { measured: 'log-disk-measured' },
    changed,
    {
      task: { en: 'At home', zh: '作业' },
      minutes: 90,
      drill: { lecture: 'stolen-page', count: 10, seed: 7 },
    },
  ]);
  const read = planFromLink(planToLink(whole));
  expect(read?.entries).toEqual([
    { lecture: 'stolen-page', from: expect.stringMatching(/^#[0-9a-z]{3}$/) },
    ...whole.entries.slice(1),
  ]);
  expect(read?.title).toEqual(whole.title);
  expect(planToLink(whole)).not.toContain('secret');
  // The hash of a mark's name is written as itself.
  expect(read && planFromLink(planToLink(read))).toEqual(read);
});

test('whatever a link says, it is read or refused, and never throws', () => {
  const good = planToLink(plan([lecture, changed]));
  fc.assert(
    fc.property(fc.nat(good.length - 1), fc.string({ maxLength: 3 }), (at, put) => {
      planFromLink(good.slice(0, at) + put + good.slice(at + 1));
    }),
  );
  fc.assert(fc.property(fc.string(), (text) => void planFromLink(text)));
  for (const bad of ['', '2~45~10', '1~0~10~QQ', '1~45~zz~QQ', '1~45~_~QQ', '1~45~10~QQ~AAAA'])
    expect(planFromLink(bad)).toBeUndefined();
});

test('a file is read as it was written', () => {
  const whole = plan([{ ...lecture, notes: { en: 'Ask.', zh: '问。' } }, changed]);
  expect(parsePlan(planText(whole))).toEqual({ plan: whole });
  expect(parsePlan(`\uFEFF${planText(whole)}`)).toEqual({ plan: whole });
});

test('every complaint has its place and its reason in both languages', () => {
  const text = planText(plan([lecture])).replace('stolen-page', 'no-such-lecture');
  const [problem, ...others] = problemsOf(parsePlan(text));
  expect(others).toEqual([]);
  expect(problem?.path).toBe('entries[0].lecture');
  expect(text.split('\n')[(problem?.line ?? 0) - 1]).toContain('no-such-lecture');
  expect(problem?.reason.en).toContain('no-such-lecture');
  expect(problem?.reason.zh).toContain('no-such-lecture');
});

test('what is no plan is refused with what is wrong', () => {
  const paths = (value: unknown) =>
    problemsOf(parsePlan(JSON.stringify(value))).map(({ path }) => path);
  const good = plan([lecture]);
  expect(paths([])).toEqual(['']);
  expect(paths({ ...good, kind: 'scenario' })).toEqual(['kind']);
  expect(paths({ ...good, format: 2 })).toEqual(['format']);
  expect(paths({ ...good, minutes: 0.5 })).toEqual(['minutes']);
  expect(paths({ ...good, title: {} })).toEqual(['title']);
  expect(paths({ ...good, colour: 1 })).toEqual(['colour']);
  expect(paths({ ...good, entries: [{}] })).toEqual(['entries[0]']);
  expect(paths({ ...good, entries: Array(MOST_ENTRIES + 1).fill(lecture) })).toEqual(['entries']);
  expect(
    paths({ ...good, entries: [{ ...lecture, edit: { marks: { x: { say: { en: 5 } } } } }] }),
  ).toEqual(['entries[0].edit.marks.x.say.en']);
  expect(paths({ ...good, entries: [{ task: { en: 'a' }, drill: { lecture: 'x' } }] })).toEqual([
    'entries[0].drill.count',
    'entries[0].drill.lecture',
  ]);
});

test('text that is no JSON says where it breaks off, and bombs are not unfolded', () => {
  const [problem] = problemsOf(parsePlan('{\n  "format": 1,\n  oops\n}'));
  expect(problem?.line).toBe(3);
  expect(problemsOf(parsePlan('['.repeat(100_000)))).toHaveLength(1);
  expect(problemsOf(parsePlan(' '.repeat((1 << 20) + 1)))).toHaveLength(1);
});

test('an entry that is whole and unchanged has nothing to be told', () => {
  expect(editOf({ lecture: 'stolen-page' })).toBeUndefined();
  expect(editOf({ lecture: 'stolen-page', to: 'T1.write' })).toEqual({ to: 'T1.write' });
});
