import type { Page } from '@playwright/test';
import { isTurn } from '../effort';
import { labRunner } from '../web/support/lab_runner';
import { violations } from './support/axe';
import { closed, openLecture, press, question, recap } from './support/lecture';
import { openStage } from './support/stage';
import { expect, inDepthIf, test } from './support/test';

const PHONE = { width: 390, height: 844 };
const answers = (page: Page) => page.locator('.drill .choice-list button');

/**
 * True if the question and all its answers are on the screen together, none cut off at the side.
 */
const seenTogether = (page: Page) =>
  page.locator('.drill-asked').evaluate((asked) => {
    const of = [...asked.querySelectorAll('h2, .choice')].map((each) =>
      each.getBoundingClientRect(),
    );
    const height =
      Math.max(...of.map(({ bottom }) => bottom)) - Math.min(...of.map(({ top }) => top));
    const wide = [...document.querySelectorAll('.drill, .drill *')].filter(
      (each) => each.getBoundingClientRect().right > window.innerWidth + 0.5,
    );
    const small = [...asked.querySelectorAll('h2, .choice span')].filter(
      (each) => Number.parseFloat(getComputedStyle(each).fontSize) < 11,
    );
    return { height, wide: wide.length, small: small.length };
  });

for (const [index, lang] of (['en', 'zh'] as const).entries()) {
  const title = `does a drill go by keyboard on a phone, each question and its answers in sight: ${lang}?`;
  test(title, inDepthIf(!isTurn(index, 2)), async ({ page }) => {
    await page.setViewportSize(PHONE);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`./#v=1&w=drill&d.l=stolen-page,force-without-pages&d.n=4&d.s=7&lang=${lang}`);
    let right = 0;
    for (let n = 1; n <= 4; n++) {
      await expect(page.locator('.drill-progress').first()).toContainText(
        lang === 'en' ? `Question ${n} of 4` : `第 ${n} 题`,
      );
      await expect(answers(page).first()).toBeVisible({ timeout: 30_000 });
      await expect(page.locator('.drill-asked h2')).toBeFocused();
      const seen = await seenTogether(page);
      expect(seen).toEqual({ height: expect.any(Number), wide: 0, small: 0 });
      expect(seen.height).toBeLessThan(PHONE.height - 110);
      await page.keyboard.press('1');
      const reason = page.locator('.drill-reasons .answer');
      await expect(reason).toBeFocused();
      await expect(reason).toBeInViewport();
      if ((await page.locator('.drill-reasons .answer.right').count()) > 0) right++;
      await expect(page.locator('.drill .choice.right')).toHaveCount(1);
      await page.locator('.drill-next .primary').press('Enter');
    }
    await expect(page.locator('.drill-score')).toHaveText(
      lang === 'en' ? `${right} of 4 right` : `答对 ${right} / 4`,
    );
    // Another seed is another place, to which one can go back.
    await page.locator('.drill-ended .primary').click();
    await expect(page).not.toHaveURL(/d\.s=7&/);
    await expect(page).toHaveURL(/d\.l=stolen-page,force-without-pages.*d\.s=\d+/);
    await page.goBack();
    await expect(page).toHaveURL(/d\.s=7\b/);
  });
}

test('does the end of a lecture lead to questions like its own, and these to the stage?', async ({
  page,
}) => {
  await openStage(page);
  await openLecture(page, 'state-bit-first');
  for (let n = 0; n < 40 && (await recap(page).count()) === 0; n++) {
    if ((await question(page).count()) > 0) {
      await question(page).getByRole('button').last().click();
      await closed(page);
    }
    await press(page);
  }
  await page.getByRole('link', { name: 'Ten more questions like these' }).click();
  await expect(page.locator('.drill-progress').first()).toContainText('Question 1 of 10');
  await expect(answers(page).first()).toBeVisible({ timeout: 30_000 });
  // The lecture's system has a mistake, which is mentioned.
  await expect(page.locator('.drill-system .warn')).toBeVisible();
  await expect(page).toHaveURL(/d\.s=\d+/);
  await answers(page).first().click();
  await page.getByRole('button', { name: 'Open this case on the stage' }).click();
  await expect(page.locator('svg.tiers').first()).toBeVisible({ timeout: 30_000 });
});

test('does an exam print on A4 and letter, its key on sheets of its own, as the command line has it?', async ({
  page,
}) => {
  test.slow();
  await page.goto('./#v=1&w=drill');
  for (const name of [/Steal: an uncommitted value/, /Force, without pages/])
    await page.getByRole('checkbox', { name }).check();
  await page.getByLabel('How many').fill('20');
  await page.getByLabel('Seed').fill('42');
  await page.getByRole('button', { name: 'Make a printed exam' }).click();
  await expect(page).toHaveURL(/d\.n=20&d\.s=42&d\.p=1/);
  const key = page.locator('.exam-key tbody tr');
  await expect(key).toHaveCount(20, { timeout: 60_000 });
  await expect(page.locator('.exam-question')).toHaveCount(20);
  // Before the key nothing says what is right.
  await expect(page.locator('.exam-question .right')).toHaveCount(0);
  const printed = await key.evaluateAll((rows) =>
    rows.map((row) =>
      [...row.children]
        .slice(0, 2)
        .map((cell) => cell.textContent)
        .join(' '),
    ),
  );
  const command = (await page.locator('.exam-key code').innerText()).split(' -- ')[1] ?? '';
  const { lab } = await labRunner('drill');
  const { stdout, code } = await lab(...command.split(' '));
  expect([code, stdout.trim().split('\n')]).toEqual([0, printed]);

  await page.getByLabel('Title on the paper').fill('Databases II');
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await expect(page.locator('.top-bar')).toBeHidden();
  await expect(page.locator('.exam-name', { hasText: 'Databases II' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Exam' })).toBeHidden();
  await expect(page.locator('.exam-how')).toContainText('“steal A” writes');
  await expect(page.locator('.exam-tools').first()).toBeHidden();
  await expect(page.locator('.exam-key')).toHaveCSS('break-before', 'page');
  for (const each of await page.locator('.exam-question').all())
    await expect(each).toHaveCSS('break-inside', 'avoid');
  for (const [format, height] of [
    ['A4', 297],
    ['Letter', 279.4],
  ] as const) {
    const sheet = ((height - 28) / 25.4) * 96;
    const tallest = await page
      .locator('.exam-question')
      .evaluateAll((all) => Math.max(...all.map((each) => each.getBoundingClientRect().height)));
    expect(tallest).toBeLessThan(sheet);
    const pdf = (await page.pdf({ preferCSSPageSize: true, format })).toString('latin1');
    const sheets = pdf.match(/\/Type\s*\/Page\b/g)?.length ?? 0;
    expect(sheets).toBeGreaterThan(4);
    expect(sheets).toBeLessThan(14);
  }
});
