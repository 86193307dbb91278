import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { Scenario } from '../../web/engine/protocol';
import { openStage } from './support/stage';
import { expect, test } from './support/test';

const path = fileURLToPath(new URL('../../scenarios/lectures/group-commit.json', import.meta.url));
const lecture = JSON.parse(readFileSync(path, 'utf8')) as Scenario;
const marks = lecture.marks ?? [];
const asking = marks.filter(({ ask }) => ask);

async function openHandout(page: Page, more: RegExp, handout: RegExp): Promise<void> {
  await page.getByRole('button', { name: more }).click();
  await page.getByRole('button', { name: handout }).click();
  await expect(page.locator('.handout-pages')).toBeVisible({ timeout: 30_000 });
}

test('has every mark its picture on paper, and do answers stand at the end only?', async ({
  page,
}) => {
  await openStage(page, '#v=1&s=group-commit');
  await openHandout(page, /More ways to present/, /Printed handout/);
  const pages = page.locator('.handout-mark');
  await expect(pages).toHaveCount(marks.length);
  await expect(pages.locator('figure svg[role=img]')).toHaveCount(marks.length);
  // Each is the state at its own mark: no two of this lecture are the same.
  const drawn = await pages
    .locator('figure svg')
    .evaluateAll((all) => all.map((each) => each.outerHTML));
  expect(new Set(drawn).size).toBe(marks.length);
  for (const [n, mark] of marks.entries())
    await expect(pages.nth(n)).toContainText(mark.say.en ?? '');
  await expect(page.locator('.handout-question')).toHaveCount(asking.length);
  const answers = page.locator('.handout-answers li');
  await expect(answers).toHaveCount(asking.length);
  // A question of fate is answered as the engine answers it.
  for (const [n, { ask }] of asking.entries()) {
    const answer = answers.nth(n).locator('b');
    await expect(answer).toHaveText(
      ask?.kind === 'fate' ? /^(always|sometimes|never) survives$/ : /./,
    );
  }
  const before = await pages.evaluateAll((all) => all.map((each) => each.textContent).join(' '));
  for (const { then } of asking) if (then?.en) expect(before).not.toContain(then.en);
  const parts = await page
    .locator('.handout-pages > *')
    .evaluateAll((all) => all.map((each) => each.className));
  expect(parts.indexOf('handout-answers')).toBeGreaterThan(parts.lastIndexOf('handout-mark'));
});

test('is a handout alone on paper, and the page as it was afterwards?', async ({ page }) => {
  await openStage(page, '#v=1&s=group-commit');
  const at = await page.locator('svg.tiers[role=group]').getAttribute('data-at');
  await openHandout(page, /More ways to present/, /Printed handout/);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('#root')).toBeHidden();
  await expect(page.locator('.handout-tools')).toBeHidden();
  await expect(page.locator('.handout')).toHaveCSS('position', 'static');
  await page.emulateMedia({ media: 'screen' });
  // Keys belong to the handout until it is closed.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Escape');
  await expect(page.locator('.handout')).toHaveCount(0);
  await expect(page.locator('svg.tiers[role=group]')).toHaveAttribute('data-at', at ?? '');
});

test('is a handout in Chinese in Chinese?', async ({ page }) => {
  await openStage(page, '#v=1&s=group-commit&lang=zh');
  await openHandout(page, /更多演示方式/, /打印讲义/);
  await expect(page.locator('.handout-mark').first()).toContainText(/[\u4e00-\u9fff]/);
  await expect(page.locator('.handout-answers h2')).toHaveText('答案');
});

test('do two marks stand on a sheet, with no picture cut?', async ({ page }) => {
  await openStage(page, '#v=1&s=group-commit');
  await openHandout(page, /More ways to present/, /Printed handout/);
  const pdf = (await page.pdf({ preferCSSPageSize: true, format: 'A4' })).toString('latin1');
  const sheets = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
  // Answers have a sheet of their own.
  expect(sheets).toBe(Math.ceil(marks.length / 2) + 1);
  await page.emulateMedia({ media: 'print' });
  const marksOf = page.locator('.handout-mark');
  for (const mark of await marksOf.all()) await expect(mark).toHaveCSS('break-inside', 'avoid');
  const pictures = marksOf.locator('figure svg');
  const paper = 'rgb(255, 255, 255)';
  await expect(page.locator('.handout')).toHaveCSS('background-color', paper);
  for (const picture of await pictures.all()) {
    const height = await picture.evaluate((svg) => svg.getBoundingClientRect().height);
    expect(height).toBeGreaterThan(150);
    // Half a sheet of A4 less its edges, at 96 pixels an inch.
    expect(height).toBeLessThan(((297 - 28) / 2 / 25.4) * 96);
  }
});
