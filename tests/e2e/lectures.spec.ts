import { openStage, position, settled } from './support/stage';
import { expect, test } from './support/test';

test('does each lecture open from the library, in both languages, with its narration?', async ({
  page,
}) => {
  await openStage(page, '#w=lectures');
  await expect(page.locator('.numbered .lecture-title').first()).toBeVisible();
  const titles = await page.locator('.numbered .lecture-title').allInnerTexts();
  expect(titles.length).toBeGreaterThanOrEqual(4);
  for (const title of titles) {
    await page.getByRole('button', { name: 'Lectures' }).click();
    await page.getByRole('button', { name: title, exact: true }).click();
    await expect(page.locator('.narration')).toBeVisible();
    await page.keyboard.press('1');
    await page.keyboard.press('ArrowRight');
    await expect(page.getByTestId('live')).not.toBeEmpty();
    await expect(page.locator('.narration .say')).not.toBeEmpty();
  }
  await page.getByRole('button', { name: '中文' }).click();
  await expect(page.locator('.narration .say')).toContainText(/[\u4e00-\u9fff]/);
});

test('is a prediction asked before the engine reveals, then graded by the engine?', async ({
  page,
}) => {
  await openStage(page, '#w=lectures');
  await expect(page.locator('.numbered .lecture-title').first()).toBeVisible();
  const count = await page.locator('.numbered .lecture-title').count();
  let asked = 0;
  for (let n = 0; n < count; n++) {
    await page.getByRole('button', { name: 'Lectures' }).click();
    await page.locator('.numbered .lecture-title').nth(n).click();
    // The stage comes back when the lecture is open.
    await expect(page.locator('.narration')).toBeVisible();
    await settled(page);
    await page.keyboard.press('1');
    for (let at = -1; ; ) {
      await page.keyboard.press('ArrowRight');
      const here = await position(page);
      if (here === at) break;
      at = here;
      const question = page.locator('.question');
      if ((await question.count()) === 0) continue;
      asked++;
      await expect(page.locator('.fate-card')).toHaveCount(0);
      await expect(page.locator('.fate')).toHaveCount(0);
      const never = question.getByRole('button', { name: 'never survives' });
      if ((await never.count()) > 0) await never.click();
      else {
        await question.getByRole('textbox').fill('123456');
        await question.getByRole('button', { name: 'Answer', exact: true }).click();
      }
      await expect(question.getByRole('status')).toContainText(/Right:|the engine says/);
      await expect(page.locator('.fate-card').first()).toBeVisible();
    }
  }
  expect(asked).toBeGreaterThan(0);
});
