import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { beforeAll, expect, it } from 'vitest';
import { type LabRunner, labRunner } from '../support/lab_runner';

let runner: LabRunner;
const plan = {
  format: 1,
  kind: 'plan',
  title: { en: 'Week & 1', zh: '第一周' },
  minutes: 45,
  entries: [{ lecture: 'page-never-written' }, { task: { en: 'Read', zh: '阅读' } }],
};

beforeAll(async () => {
  runner = await labRunner('package');
  mkdirSync(join(runner.folder, 'site'));
  writeFileSync(join(runner.folder, 'site/package_files.json'), '["scorm.html","cmi5.html"]');
  for (const page of ['scorm.html', 'cmi5.html'])
    writeFileSync(join(runner.folder, 'site', page), '<!doctype html>');
});

it('makes a package of a plan, and says what is left out', async () => {
  const file = runner.file('plan.json', plan);
  const made = await runner.lab('package', file, '--out', 'week.zip', '--site', 'site');
  expect(made).toMatchObject({ code: 0, stdout: '' });
  expect(made.stderr).toContain('left out: 0 measured lectures, 1 assignments');
  const files = unzipSync(readFileSync(join(runner.folder, 'week.zip')));
  expect(Object.keys(files).sort()).toEqual(['course.json', 'imsmanifest.xml', 'scorm.html']);
  expect(strFromU8(files['imsmanifest.xml'] ?? new Uint8Array())).toContain('Week &amp; 1');
  const args = ['--out', 'five.zip', '--site', 'site', '--form', 'cmi5'];
  expect(await runner.lab('package', file, ...args)).toMatchObject({ code: 0 });
  const five = unzipSync(readFileSync(join(runner.folder, 'five.zip')));
  expect(Object.keys(five).sort()).toEqual(['cmi5.html', 'cmi5.xml', 'course.json']);
});

it.each([
  ['no file', ['--out', 'a.zip'], 'takes one file'],
  ['no name for the archive', ['plan.json'], 'needs --out'],
  ['a strange form', ['plan.json', '--out', 'a.zip', '--form', 'aicc'], '--form is'],
  ['no built site', ['plan.json', '--out', 'a.zip', '--site', 'nowhere'], 'npm run build'],
  ['a plan with a mistake', ['bad.json', '--out', 'a.zip'], 'bad.json:1:'],
  ['a lecture that the engine refuses', ['lecture.json', '--out', 'a.zip'], 'lecture.json:1:'],
])('says what is wrong: %s', async (_, args, message) => {
  runner.file('plan.json', plan);
  runner.file('bad.json', { ...plan, minutes: 0 });
  runner.file('lecture.json', { format: 1, kind: 'scenario' });
  const { code, stderr } = await runner.lab('package', ...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});
