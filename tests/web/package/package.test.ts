import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { CoursePlan } from '../../../web/course/model/plan';
import type { Answered } from '../../../web/embed/model/messages';
import type { Part } from '../../../web/embed/model/tally';
import {
  archiveName,
  PACKAGE_PAGES,
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
import { readLaunch } from '../../../web/package/model/launch';
import { xmlText } from '../../../web/package/model/manifest';
import { LONGEST_SUSPEND, readSuspend, suspendText } from '../../../web/package/model/suspend';
import { answeredParts, passes } from '../../../web/package/model/xapi';
import { filesOf, modulesOf } from '../../../web/scripts/vite/package';
import { xmlProblems } from './xml_problems';

const HARD = `<Tom & "Jerry's"> \u0001 \ud800 课 ]]>`;

const lecture = (id: string, asks: number) =>
  JSON.stringify({
    format: 1,
    id,
    kind: 'scenario',
    title: { en: id, zh: id },
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
    ...Object.fromEntries(PACKAGE_PAGES.map((page) => [page, new Uint8Array([60])])),
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

  it('has a manifest as SCORM 1.2 wants it', async () => {
    expect(manifest).toContain('href="scorm.html"');
    expect(manifest).not.toContain('cmi5.html');
    expect(manifest).toContain(`<title>${xmlText(HARD)}</title>`);
    expect(xmlText(HARD)).toBe('&lt;Tom &amp; &quot;Jerry&apos;s&quot;&gt;   课 ]]&gt;');
    // The schema notices what is wrong, in each place.
    const slips = [
      ['identifierref="site"', 'identifierref="sight"', 'resourceOfItem'],
      ['default="course"', 'default="curse"', 'organizationThatIsDefault'],
      ['adlcp:scormtype="sco"', 'adlcp:scormtype="page"', 'scormtype'],
      ['<schemaversion>1.2', '<schemaversion>2004', 'schemaversion'],
      ['href="scorm.html"', 'href="../scorm.html"', 'href'],
      ['identifier="lectures"', 'identifier="site"', 'identifier'],
    ] as const;
    const made = [manifest, ...slips.map(([from, to]) => manifest.replace(from, to))];
    const [right, ...wrong] = await xmlProblems('imscp', made);
    expect(right).toBe('');
    expect(wrong).toEqual(slips.map(([, , place]) => expect.stringContaining(place)));
  });

  it('has a course structure as cmi5 wants it', async () => {
    const zip = unzipSync(packageArchive(course, site, 'en', 'cmi5'));
    expect(Object.keys(zip)).toContain('cmi5.html');
    expect(Object.keys(zip)).not.toContain('scorm.html');
    expect(Object.keys(zip)).not.toContain('imsmanifest.xml');
    const structure = strFromU8(zip['cmi5.xml'] ?? new Uint8Array());
    expect(structure).toContain('<url>cmi5.html</url>');
    const [, id = ''] = /course id="([^"]*)"/.exec(structure) ?? [];
    const slips = [
      ['moveOn="Completed"', 'moveOn="Later"', 'moveOn'],
      ['masteryScore="0.5"', 'masteryScore="50"', 'masteryScore'],
      ['<url>cmi5.html</url>', '', 'url'],
      [`${id}:lectures`, id, 'id'],
    ] as const;
    const made = [structure, ...slips.map(([from, to]) => structure.replace(from, to))];
    const [right, ...wrong] = await xmlProblems('cmi5', made);
    expect(right).toBe('');
    expect(wrong).toEqual(slips.map(([, , place]) => expect.stringContaining(place)));
  });

  it('is the same archive for the same course, with a name that files can have', () => {
    expect(packageArchive(course, site, 'en')).toEqual(packageArchive(course, site, 'en'));
    expect(archiveName(course, 'en')).toBe('Tom-Jerry-s-课-scorm.zip');
    expect(archiveName(course, 'en', 'cmi5')).toBe('Tom-Jerry-s-课-cmi5.zip');
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
      format: 1,
      kind: 'plan',
      title: { en: 'Week', zh: '周' },
      minutes: 45,
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
    lecture: 'torn page<',
    digest: '0123456789',
    mark: 3,
    kind: 'fate',
    result: 'wrong',
    first: true,
    answer: HARD,
    right: 'x'.repeat(1000),
    took: 61_234,
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

describe('what a learning record store is told', () => {
  const answered: Answered = {
    lecture: 'torn page<',
    digest: '0123456789',
    mark: 3,
    kind: 'fate',
    first: true,
    answer: 'never',
    right: 'always|sometimes',
    took: 61_234,
    result: 'wrong',
  };

  it('names the question, what was answered and what is right', () => {
    expect(answeredParts(answered, 'https://lms.example/a#b')).toEqual({
      object: {
        objectType: 'Activity',
        id: 'https://lms.example/a#torn-page--3-0123456789',
        definition: {
          type: 'http://adlnet.gov/expapi/activities/cmi.interaction',
          interactionType: 'fill-in',
          correctResponsesPattern: ['always', 'sometimes'],
        },
      },
      result: { response: 'never', success: false, duration: 'PT61.23S' },
    });
    const shown = answeredParts({ ...answered, result: 'shown' }, 'x:y').result;
    expect(shown).not.toHaveProperty('success');
  });

  it('passes by the score that the course system wants, if it wants one', () => {
    expect(passes({ scaled: 0.5 }, 0.5)).toBe(true);
    expect(passes({ scaled: 2 / 3 }, 0.67)).toBe(false);
    expect(passes({ scaled: 0 }, undefined)).toBe(true);
  });

  it('goes where a whole launch link says, and nowhere else', () => {
    const actor = JSON.stringify({ account: { name: 'u7', homePage: 'https://lms.example' } });
    const all = {
      endpoint: 'https://lrs.example/xapi/',
      fetch: 'https://lms.example/token?x=1',
      actor,
      registration: 'r',
      activityId: 'https://lms.example/a',
    };
    const read = (values: Record<string, string>) =>
      readLaunch(`https://site.example/cmi5.html?${new URLSearchParams(values)}`);
    expect(read(all)).toMatchObject({ name: 'u7' });
    expect(read(all)?.endpoint.host).toBe('lrs.example');
    for (const odd of [
      { endpoint: 'javascript:alert(1)' },
      { endpoint: '' },
      { fetch: 'file:///etc/passwd' },
      { actor: '{' },
      { actor: 'null' },
      { actor: '{"account":{"name":""}}' },
      { registration: '' },
      { activityId: '' },
    ])
      expect(read({ ...all, ...odd })).toBeUndefined();
    expect(read({})).toBeUndefined();
  });
});

describe('what a course system keeps between two visits', () => {
  const course = (count: number, asks: number): readonly CourseQuestions[] =>
    Array.from({ length: count }, (_, n) => ({
      lecture: `l${n}`,
      digest: `d${n}-${asks}`,
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
    fileName,
    moduleIds,
    imports,
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
