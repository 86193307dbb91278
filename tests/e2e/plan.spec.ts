import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { violations } from './support/axe';
import { press, showAnswer } from './support/lecture';
import { withSpeaker } from './support/present';
import { expect, test } from './support/test';

// A lecturer puts a course plan together and sends a link; a student goes through it.

const titles = (page: Page) => page.locator('.plan-entry-title').allInnerTexts();
const size = { width: 390, height: 844 };

/** Puts a plan together by keyboard and mouse, and gives the link to it. */
async function putTogether(page: Page): Promise<string> {
  await page.goto('./');
  await page.getByRole('link', { name: 'A plan for your class' }).click();
  await page.getByRole('button', { name: 'Start from One lesson: what a commit promises' }).click();
  await expect(page.locator('.plan-entry')).toHaveCount(5);
  await expect(page.locator('.plan-sum')).toContainText('of 45 minutes');
  const before = await titles(page);

  // Moved by key, with the focus where one goes on; removed and brought back.
  await page.getByRole('button', { name: `Move ${before[1]} up` }).press('Enter');
  await expect(page.locator('.plan-said')).toContainText('entry 1 of 5');
  await page.keyboard.press('Alt+ArrowDown');
  expect(await titles(page)).toEqual(before);
  await expect(page.getByRole('button', { name: `Move ${before[1]} down` })).toBeFocused();
  await page.getByRole('button', { name: `Remove ${before[4]}` }).click();
  await expect(page.locator('.plan-entry')).toHaveCount(4);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(page.locator('.plan-entry')).toHaveCount(5);

  // A part, notes, a lecture that is looked for, a task.
  await page.getByRole('button', { name: 'Part, notes, changes' }).first().click();
  await page.getByLabel('Begin at').selectOption({ index: 2 });
  await page.getByLabel('My notes').fill('Ask the back row.');
  await page.getByRole('searchbox').fill('fence free');
  await page.locator('.plan-found li button').first().click();
  await page.getByRole('button', { name: 'Add a task of your own' }).click();
  await expect(page.locator('.plan-entry')).toHaveCount(7);
  await page.getByLabel('Title').fill('My Monday');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Show as a QR code' }).click();
  await expect(page.getByRole('img', { name: 'QR code' })).toBeVisible();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  return page.evaluate(() => navigator.clipboard.readText());
}

test('does a plan go from the start page to a student who goes through it?', async ({
  page,
  troubles,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const link = await putTogether(page);
  expect(link).not.toContain('Ask');
  expect(link.length).toBeLessThan(300);

  // The draft survives a reload, and its file brings the notes back; what is no plan is refused
  // with its place.
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const text = readFileSync(await (await saved).path(), 'utf8');
  expect(text).toContain('Ask the back row.');
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue('My Monday');
  await page.getByRole('button', { name: 'Begin an empty plan' }).click();
  const input = page.locator('.plan-open input[type=file]');
  const bad = text.replace('"page-never-written"', '"no-such-lecture"');
  const line = bad.split('\n').findIndex((each) => each.includes('no-such-lecture')) + 1;
  await input.setInputFiles({
    name: 'bad.json',
    mimeType: 'application/json',
    buffer: Buffer.from(bad),
  });
  await expect(page.getByRole('alert')).toContainText(`line ${line},`);
  await expect(page.locator('.plan-problems')).toContainText('no-such-lecture');
  await expect(page.locator('.plan-entry')).toHaveCount(0);
  await input.setInputFiles({
    name: 'good.json',
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
  await expect(page.locator('.plan-entry')).toHaveCount(7);

  // Taught, its notes are in the speaker's window, and not on the screen.
  await page.getByRole('link', { name: 'Teach it' }).click();
  const speaker = await withSpeaker(page, troubles);
  await expect(speaker.locator('.speaker-notes')).toContainText('Ask the back row.');
  await expect(page.locator('body')).not.toContainText('Ask the back row.');
  await speaker.close();
  await page.goto('./#w=plan');

  // On a phone, in the dark, in Chinese.
  await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.getByRole('heading', { name: '课程计划' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: 'EN', exact: true }).click();

  // The student.
  await page.evaluate(() => localStorage.clear());
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'My Monday' })).toBeVisible();
  await expect(page.locator('.plan-step')).toHaveCount(7);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('link', { name: 'Begin' }).click();
  const bar = page.getByRole('navigation', { name: 'Course plan' });
  await expect(bar).toContainText('1 of 7');
  // The part begins at its mark.
  await expect(page.locator('.lecture-progress button')).toContainText(/^1 of/);
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(bar).toContainText('1 of 7');
  for (let n = 0; n < 40 && (await page.locator('[data-ended]').count()) === 0; n++) {
    if ((await page.locator('[data-question=open]').count()) > 0) await showAnswer(page);
    await press(page);
  }
  await expect(page.getByRole('button', { name: 'Next in the plan' })).toBeVisible();
  await press(page);
  await expect(bar).toContainText('2 of 7');
  await bar.getByRole('link', { name: 'My Monday' }).click();
  await expect(page.getByRole('link', { name: /^Continue: / })).toBeVisible();
  await expect(page.locator('.plan-step').first()).toContainText('done');
  await page.getByRole('checkbox', { name: 'Done: A task' }).check();
  await page.reload();
  await expect(page.getByText('2 of 7 done')).toBeVisible();
  await page.getByRole('button', { name: 'Hand in the answers' }).click();
  await expect(page.getByRole('dialog')).toContainText('No-force');

  // A task that orders practice questions opens them, in the plan.
  await page.goto('./#w=plan&plan=@week-of-labs');
  await page.getByRole('link', { name: 'Day 1: predict what restart finds' }).click();
  await expect(bar).toContainText('4 of 20');
  await expect(page).toHaveURL(/w=drill/);
});
