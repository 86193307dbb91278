import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { openStage, position, settled } from './support/stage';
import { expect, test } from './support/test';

test('does each lecture open from the library, in both languages, with its narration?', async ({
  page,
}) => {
  test.slow();
  await openStage(page, '#w=lectures');
  const buttons = page.locator('.numbered button.lecture-title');
  await expect(buttons.first()).toBeVisible();
  const titles = await buttons.allInnerTexts();
  expect(titles).toHaveLength(lectures.length);
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

interface Lecture {
  readonly id: string;
  readonly marks: readonly { readonly ask?: unknown }[];
}

const folder = fileURLToPath(new URL('../../scenarios/lectures/', import.meta.url));
const lectures = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(folder + name, 'utf8')) as Lecture,
);

const asking = lectures.filter(({ marks }) => marks.some(({ ask }) => ask !== undefined));

for (const { id, marks } of asking) {
  test(`are the predictions of ${id} asked before the engine reveals, then graded by it?`, async ({
    page,
  }) => {
    await openStage(page, `#v=1&s=${id}`);
    await expect(page.locator('.narration')).toBeVisible();
    await settled(page);
    await page.keyboard.press('1');
    let asked = 0;
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
    expect(asked).toBe(marks.filter(({ ask }) => ask !== undefined).length);
  });
}

test('does a verdict under a weaker promise say who is gone, and that this is allowed?', async ({
  page,
}) => {
  await openStage(page, '#v=1&s=asynchronous-commit');
  await settled(page);
  await page.keyboard.press('End');
  const verdict = page.locator('.panel.verdict');
  await expect(verdict).toContainText('Consistent');
  await expect(verdict).toContainText('T3, T4');
  await expect(verdict).toContainText('Allowed: the promise is prefix-consistent');
  await page.getByRole('button', { name: 'Scheme and parameters' }).click();
  await expect(page.getByText('of what is acknowledged, a prefix survives')).toBeVisible();
});
