import type { Page } from '@playwright/test';
import { violations } from './support/axe';
import { expect, test } from './support/test';

/**
 * The litmus page as somebody uses it: a text is typed, its images stand beside it, a puzzle is
 * solved.
 */

const editor = (page: Page) => page.locator('.litmus-text textarea');
const images = (page: Page) => page.locator('.litmus-image');

test('are all images of a program shown while one types, and how each comes about?', async ({
  page,
}) => {
  await page.goto('./#v=1&w=litmus');
  await expect(images(page)).toHaveCount(4);
  await expect(page.locator('.litmus-answer')).toContainText('Sometimes');
  await page.getByRole('button', { name: 'Show an image in which it holds' }).click();
  const way = page.locator('.litmus-way');
  await expect(way).toContainText('“y = 1” reaches the medium');
  await expect(way).not.toContainText('“x = 1” reaches the medium');
  await expect(way.locator('li').last()).toHaveText('Then the power fails.');

  await editor(page).fill('line x y\nthread\n  x = 1\n  y = 1\nnever y == 1 && x == 0\n');
  await expect(images(page)).toHaveCount(3);
  await expect(page.locator('.litmus-answer')).toHaveAttribute('data-satisfied', 'true');
  await expect(page.locator('.litmus-grounds')).toContainText(
    'the order of stores in one cache line',
  );
  await expect(page.locator('.litmus-order svg')).toHaveAttribute(
    'aria-label',
    '“x = 1” before “y = 1”',
  );

  // At one moment fewer are possible.
  await page.getByLabel('only after:').check();
  await page.getByLabel('Thread 1: 2 of 2').fill('0');
  await expect(page.locator('.litmus-image[data-possible=true]')).toHaveCount(1);

  // Everything is in the link.
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(editor(page)).toHaveValue(/line x y/);
  await expect(images(page)).toHaveCount(3);
});

test('is a mistake told at its line and column, and nothing lost?', async ({ page }) => {
  await page.goto('./#v=1&w=litmus');
  await expect(images(page)).toHaveCount(4);
  await editor(page).fill('thread\n  x = 1\n  y == 2\n');
  const problem = page.getByRole('button', { name: /Line 3, column 5/ });
  await problem.click();
  await expect(editor(page)).toBeFocused();
  expect(
    await editor(page).evaluate((area: HTMLTextAreaElement) =>
      area.value.slice(area.selectionStart, area.selectionStart + 2),
    ),
  ).toBe('==');
  await page.getByRole('button', { name: 'Back to the text as it was' }).click();
  await expect(images(page)).toHaveCount(4);
});

test('is a puzzle graded by promise and cost, on a phone, in Chinese, and does axe agree?', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./#v=1&w=litmus&q.id=p-first-fence');
  const state = page.locator('.litmus-state');
  await expect(state).toHaveAttribute('data-state', 'broken');
  const text = (between: string) =>
    `thread\n  x = 1\n${between}\n  y = 1\nnever y == 1 && x == 0\n`;
  await editor(page).fill(text('clflush x'));
  await expect(state).toHaveAttribute('data-state', 'forbidden');
  await editor(page).fill(text('clwb x; fence; fence'));
  await expect(state).toHaveAttribute('data-state', 'dear');
  await editor(page).fill(text('clwb x; fence'));
  await expect(state).toHaveAttribute('data-state', 'solved');
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await expect(page.locator('.litmus-puzzle')).toContainText('Take away what is not needed.');
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(
    true,
  );
  await page.goto('./#v=1&w=litmus&q.id=p-same-line&lang=zh');
  await expect(page.locator('.litmus-puzzle')).toContainText('去掉不需要的语句。');
  expect(await violations(page)).toEqual([]);
});
