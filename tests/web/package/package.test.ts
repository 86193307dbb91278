import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { CoursePlan } from '../../../web/course/model/plan';
import type { Answered } from '../../../web/embed/model/messages';
import type { Part } from '../../../web/embed/model/tally';
import {
  archiveName,
  PACKAGE_PAGE,
  packageArchive,
  readFileList,
} from '../../../web/package/model/archive';
import {
  interactionOf,
  LONGEST_RESPONSE,
  responseOf,
  standing,
  timespan,
} from '../../../web/package/model/cmi';
import {
  type Course,
  type CourseQuestions,
  courseOfLecture,
  courseOfPlan,
  leftOut,
  questionsIn,
  readCourse,
} from '../../../web/package/model/course_file';
import { xmlText } from '../../../web/package/model/manifest';
import { LONGEST_SUSPEND, readSuspend, suspendText } from '../../../web/package/model/suspend';
import { filesOf, modulesOf } from '../../../web/scripts/vite_package';

const HARD = `<Tom & "Jerry's"> \u0001 \ud800 课 ]]>`;

const lecture = (id: string, asks: number) =>
  JSON.stringify({
    ...{ format: 1, id, kind: 'scenario', title: { en: id, zh: id }, marks: [] },
    marks: Array.from({ length: asks }, (_, n) => ({
      when: { event: 'begin', nth: n + 1 },
      say: { en: 'x', zh: 'x' },
      ask: { kind: 'fate', tx: 'T1' },
    })),
  });

describe('a package', () => {
  const course: Course = courseOfLecture(
    { en: HARD, zh: '一' },
    'torn-page',
    lecture('torn-page', 2),
  );
  const site = {
    [PACKAGE_PAGE]: new Uint8Array([60]),
    'assets/a&b c.js': new Uint8Array([1, 2]),
  };
  const files = unzipSync(packageArchive(course, site, 'en'));
  const manifest = strFromU8(files['imsmanifest.xml'] ?? new Uint8Array());

  it('holds every file that its manifest lists, and lists every file that it holds', () => {
    const listed = [...manifest.matchAll(/<file href="([^"]+)"/g)].map(([, href = '']) =>
      decodeURIComponent(href.replaceAll('&amp;', '&')),
    );
    expect([...listed, 'imsmanifest.xml'].sort()).toEqual(Object.keys(files).sort());
    expect(readCourse(strFromU8(files['course.json'] ?? new Uint8Array()))).toEqual({
      ...course,
      // JSON has no half characters.
      title: JSON.parse(JSON.stringify(course.title)),
    });
  });

  it('has a manifest as SCORM 1.2 wants it', () => {
    // One element inside another, all closed; of texts nothing is left that could be one.
    const open: string[] = [];
    const paths: string[] = [];
    for (const [, close, name = '', whole = ''] of manifest.matchAll(
      /<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*\s*\/?)>/g,
    )) {
      if (close) expect(open.pop()).toBe(name);
      else {
        paths.push([...open, name].join('/'));
        if (!whole.endsWith('/')) open.push(name);
      }
    }
    expect(open).toEqual([]);
    expect([...new Set(paths)]).toEqual([
      'manifest',
      'manifest/metadata',
      'manifest/metadata/schema',
      'manifest/metadata/schemaversion',
      'manifest/organizations',
      'manifest/organizations/organization',
      'manifest/organizations/organization/title',
      'manifest/organizations/organization/item',
      'manifest/organizations/organization/item/title',
      'manifest/resources',
      'manifest/resources/resource',
      'manifest/resources/resource/file',
    ]);
    const attribute = (name: string) =>
      [...manifest.matchAll(new RegExp(`\\s${name}="([^"]*)"`, 'g'))].map(([, value]) => value);
    const ids = attribute('identifier');
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[A-Za-z_][\w.-]*$/);
    expect(ids).toEqual(expect.arrayContaining(attribute('identifierref')));
    expect(ids).toEqual(expect.arrayContaining(attribute('default')));
    expect(attribute('adlcp:scormtype')).toEqual(['sco']);
    expect(attribute('href')).toContain(PACKAGE_PAGE);
    expect(manifest).toContain('<schemaversion>1.2</schemaversion>');
    expect(manifest).toContain(`<title>${xmlText(HARD)}</title>`);
    expect(xmlText(HARD)).toBe('&lt;Tom &amp; &quot;Jerry&apos;s&quot;&gt;   课 ]]&gt;');
  });

  it('is the same archive for the same course, with a name that files can have', () => {
    expect(packageArchive(course, site, 'en')).toEqual(packageArchive(course, site, 'en'));
    expect(archiveName(course, 'en')).toBe('Tom-Jerry-s-课-scorm.zip');
    expect(archiveName({ ...course, title: { en: '///' } }, 'en')).toBe('lectures-scorm.zip');
  });

  it('refuses what is no course and no list of files', () => {
    for (const text of ['', '{', '[]', '{"version":1}', '{"version":1,"title":{},"lectures":[]}'])
      expect(readCourse(text)).toBeUndefined();
    expect(readFileList('<!doctype html>')).toBeUndefined();
    expect(readFileList('[1]')).toBeUndefined();
  });

  it('of a plan has its lectures, each under a name of its own, and says what is left out', async () => {
    const plan: CoursePlan = {
      ...{ format: 1, kind: 'plan', title: { en: 'Week', zh: '周' }, minutes: 45 },
      entries: [
        { lecture: 'torn-page' },
        { measured: 'm' },
        { task: { en: 'read', zh: '读' } },
        { lecture: 'torn-page', notes: { en: 'secret', zh: '秘密' } },
      ],
    };
    const made = await courseOfPlan(plan, async (id) => lecture(id, 3));
    expect(made.lectures.map(({ name }) => name)).toEqual(['torn-page', 'torn-page--2']);
    expect(questionsIn(made)[0]).toMatchObject({ lecture: 'torn-page', questions: [0, 1, 2] });
    expect(JSON.stringify(made)).not.toContain('secret');
    expect(leftOut(plan)).toEqual({ measured: 1, tasks: 1 });
    await expect(courseOfPlan(plan, async () => undefined)).rejects.toThrow('torn-page');
  });
});

describe('what a course system is told', () => {
  const answered: Answered = {
    ...{
      lecture: 'torn page<',
      digest: '0123456789',
      mark: 3,
      kind: 'fate',
      result: 'wrong',
      first: true,
    },
    ...{ answer: HARD, right: 'x'.repeat(1000), took: 61_234 },
  };

  it('fits its data model', () => {
    const values = new Map(interactionOf(answered, 7, new Date(2020, 1, 1, 9, 5, 7)));
    const of = (name: string) => values.get(`cmi.interactions.7.${name}`);
    expect([...values.keys()][0]).toBe('cmi.interactions.7.id');
    expect(of('id')).toBe('torn-page--3-0123456789');
    expect(of('time')).toBe('09:05:07');
    expect(of('latency')).toBe('0000:01:01.23');
    expect(of('result')).toBe('wrong');
    expect(of('student_response')).toBe(HARD);
    expect(of('correct_responses.0.pattern')).toHaveLength(LONGEST_RESPONSE);
    expect(of('correct_responses.0.pattern')).toMatch(/x … \(1000\)$/);
    expect(responseOf('a\nb')).toBe('a b');
    expect(timespan(360_000_000 - 5)).toBe('0100:00:00.00');
  });

  it('is a score of a hundred, and none where nothing is asked', () => {
    const score = { right: 2, wrong: 1, shown: 0, of: 3, scaled: 2 / 3, complete: false };
    expect(Object.fromEntries(standing(score))).toMatchObject({
      'cmi.core.score.raw': '67',
      'cmi.core.lesson_status': 'incomplete',
    });
    expect(standing({ ...score, of: 0, complete: true })).toEqual([
      ['cmi.core.lesson_status', 'completed'],
    ]);
  });
});

describe('what a course system keeps between two visits', () => {
  const course = (count: number, asks: number): readonly CourseQuestions[] =>
    Array.from({ length: count }, (_, n) => ({
      ...{ lecture: `l${n}`, digest: `d${n}-${asks}` },
      questions: Array.from({ length: asks }, (__, mark) => 2 * mark + 1),
    }));
  const tries = ['right', 'wrong', 'shown'] as const;
  const parts = (all: readonly CourseQuestions[]): readonly Part[] =>
    all.map(({ lecture: name, questions }, n) => ({
      lecture: name,
      questions,
      ended: n % 2 === 0,
      first: Object.fromEntries(questions.map((mark) => [mark, tries[(mark + n) % 3] ?? 'right'])),
    }));
  const counts = ({ first }: Part) =>
    tries.map((which) => Object.values(first).filter((each) => each === which).length);

  it('comes back as it was', () => {
    const all = course(12, 7);
    const visit = { lecture: 'l5', parts: parts(all) };
    const text = suspendText(visit, all);
    expect(text.length).toBeLessThan(100);
    expect(readSuspend(text, all)).toEqual(visit);
  });

  it('is summarized where it does not fit, and the score stays', () => {
    const all = [...course(64, 190), { lecture: 'short', digest: 'd', questions: [0] }];
    const before = parts(all);
    const text = suspendText({ lecture: 'l63', parts: before }, all);
    expect(text.length).toBeLessThanOrEqual(LONGEST_SUSPEND);
    const { lecture: open, parts: after } = readSuspend(text, all);
    expect(open).toBe('l63');
    expect(after.map(counts)).toEqual(before.map(counts));
    expect(after.map(({ ended }) => ended)).toEqual(before.map(({ ended }) => ended));
    expect(after.at(-1)).toEqual(before.at(-1));
  });

  it('says nothing of another course, and nothing where it is damaged', () => {
    const text = suspendText({ lecture: 'l1', parts: parts(course(3, 3)) }, course(3, 3));
    for (const other of ['', 'x', `2${text.slice(1)}`, text.slice(0, -8), '1~~~'])
      expect(readSuspend(other, course(3, 3)).parts).toEqual([]);
    expect(readSuspend(text, course(3, 4)).parts).toEqual([]);
    // Nor of a package in which a question was changed at its place.
    const changed = course(3, 3).map((each) => ({ ...each, digest: `${each.digest}!` }));
    expect(readSuspend(text, changed).parts).toEqual([]);
  });
});

it('finds the files of a page, with what these need, and no others', () => {
  const module = (importedIds: string[], dynamicallyImportedIds: string[] = []) => ({
    importedIds,
    dynamicallyImportedIds,
  });
  const graph = new Map([
    ['page', module(['shared'], ['later', 'lecture'])],
    ['shared', module([])],
    ['later', module(['shared'])],
    ['lecture', module([])],
    ['other', module(['shared'])],
  ]);
  const modules = modulesOf(
    'page',
    (id) => graph.get(id) ?? null,
    (id) => id === 'lecture',
  );
  expect([...modules].sort()).toEqual(['later', 'page', 'shared']);
  const chunk = (fileName: string, moduleIds: string[], imports: string[] = []) => ({
    ...{ fileName, moduleIds, imports },
  });
  const chunks = [
    chunk('p.js', ['page'], ['s.js']),
    chunk('s.js', ['shared'], ['base.js']),
    chunk('base.js', []),
    chunk('l.js', ['later']),
    chunk('x.js', ['lecture']),
    chunk('o.js', ['other']),
  ];
  expect([...filesOf(modules, chunks)].sort()).toEqual(['base.js', 'l.js', 'p.js', 's.js']);
});
