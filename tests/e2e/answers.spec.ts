import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { lectureCode } from '../../web/classroom/model/code';
import { type KnownLecture, knownLecture } from '../../web/classroom/model/questions';
import type { Scenario } from '../../web/engine/protocol';
import { applyEdit, type LectureEdit, markName } from '../../web/model/edit/lecture_edit';
import { packText } from '../../web/model/link/packed_text';
import { violations } from './support/axe';
import { expect, test } from './support/test';

// The lecturer's page reads what a class of 120 has handed in, also to a lecture with a changed
// question.

const text = readFileSync('scenarios/lectures/acknowledged-survives.json', 'utf8');
const scenario = JSON.parse(text) as Scenario;
const original = knownLecture(scenario);
const fate = original.questions.find(({ ask }) => ask.kind === 'fate');
if (fate?.ask.kind !== 'fate') throw new Error('no question of a fate');
const name = markName(
  (scenario.marks ?? [])[fate.mark] ?? { when: { event: '' }, say: {} as never },
);
const edit: LectureEdit = {
  marks: {
    [name]: { ask: { ...fate.ask, because: { never: { en: 'Own reason.', zh: '自己的理由。' } } } },
  },
};
const copy = knownLecture(applyEdit(scenario, edit).scenario);
/** The link of a plan with this copy: see web/course/model/plan_link.ts. */
const packed = packText(JSON.stringify([[0, { lecture: original.id, edit }]]));
const link = encodeURIComponent(`1~45~_~${Buffer.from('Monday').toString('base64url')}~${packed}`);

const GUESSES = ['always', 'sometimes', 'sometimes', 'never', 'sometimes', 'always'] as const;

/** The file of one student. */
function fileOf(of: KnownLecture, n: number) {
  const began = Date.parse('2026-11-28T10:00:00Z') + 1000 * n;
  const guess = GUESSES[n % GUESSES.length] ?? 'always';
  const answers = {
    afterimage: 'answers',
    version: 1,
    name: `Student ${n}`,
    made: new Date(began + 600_000).toISOString(),
    lectures: [
      {
        lecture: of.id,
        title: of.title,
        digest: of.digest,
        ended: true,
        asks: 1,
        began: new Date(began).toISOString(),
        questions: [
          {
            mark: fate?.mark,
            kind: 'fate',
            tries: [
              {
                guess,
                truth: 'always',
                right: guess === 'always',
                at: new Date(began + 60_000).toISOString(),
                took: 20 + (n % 9),
              },
            ],
          },
        ],
      },
    ],
  };
  return {
    name: `s${n}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(JSON.stringify(answers)),
  };
}

/**
 * A folder as a course system gives it: a folder for each student, and files that belong to none.
 */
function classFolder(): string {
  const folder = test.info().outputPath('submissions');
  for (let n = 0; n < 120; n++) {
    const own = join(folder, `Student ${n}_${7000 + n}_assignsubmission_file`);
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, `answers-${original.id}.json`), fileOf(original, n).buffer);
  }
  writeFileSync(join(folder, '.DS_Store'), 'not JSON');
  writeFileSync(join(folder, 'marks.json'), '[1, 2]');
  return folder;
}

/** Drops a folder of this machine on the page, as a mouse does. */
async function drop(page: Page, folder: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files: [folder], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await devtools.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
    if (type === 'dragOver') await expect(page.locator('.class-drop[data-over]')).toBeVisible();
  }
  await devtools.detach();
}

test('does the lecturer’s page name what 120 students take for true, a copy’s answers apart?', async ({
  page,
}) => {
  await page.goto('./');
  await page.goto('./#w=class');
  const body = page.locator('.classroom');
  await expect(body).toHaveAttribute('aria-busy', 'false');
  await drop(page, classFolder());
  await expect(page.locator('.class-status')).toContainText('120 records');
  await expect(page.locator('.class-refused li')).toHaveText([/submissions\/marks.json/]);
  await expect(page.locator('.class-common .class-said').first()).toContainText('60 of 120');
  const place = original.questions.indexOf(fate);
  await expect(page.locator('.class-questions > li').nth(place)).toContainText('Right40');
  expect(await violations(page)).toEqual([]);

  // Answers to a changed question are shown and not counted, until the page knows the plan.
  const more = Array.from({ length: 12 }, (_, n) => fileOf(copy, n));
  await page.getByLabel('Choose files').setInputFiles(more);
  await expect(page.locator('[data-note=changed]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Show all 132' }).click();
  await expect(page.locator('[data-note=changed]')).toHaveCount(12);
  await expect(page.locator('.class-common .class-said').first()).toContainText('60 of 120');
  const column = page.getByLabel('Paste a column of codes, with or without names');
  const code = lectureCode({
    lecture: copy,
    answers: [{ mark: fate.mark, first: 'wrong', guess: 'never' }],
  });
  await column.fill(`https://x.example/#v=1&w=plan&plan=${link}\nGrace\t${code}`);
  await page.getByRole('button', { name: 'Read the codes' }).click();
  await expect(page.locator('[data-note=changed]')).toHaveCount(0);
  await expect(page.getByRole('heading', { name: /changed by a lecturer/ })).toBeVisible();
  await expect(page.locator('.class-common .class-said').first()).toContainText('60 of 120');
  const own = page.getByRole('region', { name: /changed by a lecturer/ });
  await expect(own).toContainText('Answers of 13 students');
  await expect(own).toContainText('Own reason.');

  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a table (CSV)' }).click();
  const table = readFileSync(await (await saved).path(), 'utf8').split('\r\n');
  expect(table).toHaveLength(1 + 133);
  expect(table.filter((line) => line.includes('changed by a lecturer'))).toHaveLength(13);

  // Presented, it shows how the class understood the lectures, and no names.
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  await expect(page.getByText('Student 20', { exact: true })).toBeHidden();
  await expect(column).toBeHidden();
  await expect(page.locator('.class-common .class-said').first()).toBeInViewport();
  await page.getByRole('button', { name: 'End presenting' }).click();
  await expect(page.getByText('Student 20', { exact: true })).toBeVisible();

  // On a phone, in the dark, in Chinese.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.getByRole('heading', { name: '全班的作答' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
