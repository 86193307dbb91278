import type { Page } from '@playwright/test';
import { violations } from './support/axe';
import { closed, press, question } from './support/lecture';
import { untilReady } from './support/site';
import { openStage } from './support/stage';
import { expect, test } from './support/test';
import { timePasses } from './support/time_passes';

// A lecturer changes a lecture at its place: sentences, questions, the order of its marks.

const panel = (page: Page) => page.getByRole('region', { name: 'Change this lecture' });
const change = (page: Page) => page.getByRole('button', { name: 'Change this lecture' });
const said = (page: Page) => panel(page).getByLabel('What is said here');
const words = (page: Page) => page.locator('.lecture-words .say').first();

/** Gives the second mark a question of the lecturer's own. */
async function ask(page: Page): Promise<void> {
  const next = panel(page).getByRole('button', { name: 'To the next mark' });
  while (!(await panel(page).getByText('Mark 2 of 9').isVisible())) await next.click();
  await panel(page).getByLabel('Question', { exact: true }).selectOption('fate');
  await panel(page).getByLabel('The question in your own words').fill('Is T1 safe now?');
  await expect(panel(page)).toContainText('Mark 2: no text closes its question.');
  await panel(page).getByLabel('What is said once').fill('Nothing of it is on the disk.');
  await expect(panel(page)).not.toContainText('no text closes its question');
}

test('is a lecture changed at its place, sent as a short link, and still a lecture?', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStage(page, '#v=1&s=page-never-written&lang=en');
  await press(page);
  const before = await words(page).innerText();
  await change(page).click();

  // A sentence is taken back as a whole and made again.
  await said(page).fill('Look at the log buffer.');
  await panel(page).getByRole('button', { name: 'Undo' }).click();
  await expect(said(page)).toHaveValue(before);
  await panel(page).getByRole('button', { name: 'Redo' }).click();
  await ask(page);
  expect(await violations(page)).toEqual([]);

  // The order: marks are exchanged, left out, and added at an event where there is none.
  await panel(page).getByRole('button', { name: /Later/ }).click();
  await expect(panel(page)).toContainText('Mark 3 of 9');
  await page.keyboard.press('Control+z');
  await panel(page)
    .getByRole('button', { name: /Leave it out/ })
    .click();
  await expect(panel(page)).toContainText('of 8');
  await said(page).click();
  await page.keyboard.press('Control+z');
  await expect(panel(page)).toContainText('of 9');

  // The unsaved changes are here again after a reload.
  await timePasses(page, 500);
  await page.reload();
  await change(page).click();
  await expect(panel(page)).toContainText('is here again');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await panel(page).getByRole('button', { name: 'Copy the link' }).click();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link.length).toBeLessThan(500);

  // Saved, it is the lecture that is open, and is found in the library.
  await panel(page).getByRole('button', { name: 'Save and show' }).click();
  await expect(panel(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Course' }).click();
  await expect(page.getByRole('list', { name: 'a lecture that you changed' })).toContainText(
    'No-force',
  );

  // A reader who gets the link finds a lecture: nothing reveals the answer before it is given, and
  // the engine judges it.
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.goto(link);
  await untilReady(page);
  await press(page);
  await expect(words(page)).toHaveText('Look at the log buffer.');
  await press(page);
  await expect(question(page)).toContainText('Is T1 safe now?');
  await expect(page.locator('[data-lecture]')).toHaveAttribute(
    'data-lecture',
    'page-never-written',
  );
  await page.keyboard.press('3');
  await closed(page);
  await expect(page.locator('.answer')).toBeVisible();
  await expect(words(page)).toHaveText('Nothing of it is on the disk.');

  // Only one language differs.
  await page.getByRole('button', { name: '中文' }).click();
  await page.keyboard.press('ArrowLeft');
  await expect(words(page)).toContainText('T1');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  await page.getByRole('button', { name: '更多', exact: true }).click();
  await page.getByRole('button', { name: '修改这一课' }).click();
  await expect(page.getByLabel('到达此处时的讲解')).toBeVisible();
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('does a changed lecture go into the plan whose entry it is?', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('./#w=plan');
  await page.getByRole('button', { name: 'Start from One lesson' }).click();
  await page.getByRole('button', { name: 'Part, notes, changes' }).first().click();
  await page.getByRole('button', { name: 'Change its sentences and questions' }).click();
  await expect(panel(page)).toContainText('The lecture');
  await panel(page).getByLabel('Title').fill('My own first lecture');
  await ask(page);
  await panel(page).getByRole('button', { name: 'Save into the plan' }).click();
  await expect(page.locator('.plan-entry').first()).toContainText('My own first lecture');
  await expect(page.locator('.plan-entry').first()).toContainText('changed by you');
  await page.reload();
  await expect(page.locator('.plan-entry').first()).toContainText('My own first lecture');
});
