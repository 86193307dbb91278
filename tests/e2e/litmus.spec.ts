import type { Page } from '@playwright/test';
import { violations } from './support/axe';
import { afterCursor, write, written } from './support/code';
import { expect, test } from './support/test';

/** The litmus page in use: a text is typed, its images stand beside it, a puzzle is solved. */

const editor = (page: Page) => page.getByRole('textbox', { name: /The program|程序/ });
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

  await write(editor(page), 'line x y\nthread\n  x = 1\n  y = 1\nnever y == 1 && x == 0\n');
  await expect(images(page)).toHaveCount(3);
  await expect(page.locator('.litmus-answer')).toHaveAttribute('data-satisfied', 'true');
  await expect(page.locator('.litmus-grounds')).toContainText(
    'the order of stores in one cache line',
  );
  await expect(page.locator('.litmus-order svg')).toHaveAttribute(
    'aria-label',
    '“x = 1” before “y = 1”',
  );

  // At a single moment fewer outcomes are possible.
  await page.getByLabel('only after:').check();
  await page.getByLabel('Thread 1: 2 of 2').fill('0');
  await expect(page.locator('.litmus-image[data-possible=true]')).toHaveCount(1);

  // Everything is in the link.
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await expect.poll(() => written(editor(page))).toMatch(/line x y/);
  await expect(images(page)).toHaveCount(3);

  // The answer about a large program names the searches that were left out.
  const stores = Array.from({ length: 10 }, (_, n) => `  ${'xyzu'[n % 4]} = ${n + 1}\n`).join('');
  await write(editor(page), `thread\n${stores}thread\n${stores}never x == 99\n`);
  await expect(page.locator('.litmus-verdict')).toContainText('was not looked for');
});

test('is a mistake told at its line and column, and nothing lost?', async ({ page }) => {
  await page.goto('./#v=1&w=litmus');
  await expect(images(page)).toHaveCount(4);
  await write(editor(page), 'thread\n  x = 1\n  y == 2\n');
  const problem = page.getByRole('button', { name: /Line 3, column 5/ });
  await problem.click();
  await expect(editor(page)).toBeFocused();
  expect(await afterCursor(editor(page))).toMatch(/^==/);
  await expect(page.locator('.cm-lintRange-error')).toHaveText('==');
  await page.getByRole('button', { name: 'Back to the text as it was' }).click();
  await expect(images(page)).toHaveCount(4);
});

test('does one type with what may be written next, and leave by Tab?', async ({ page }) => {
  await page.goto('./#v=1&w=litmus');
  await editor(page).press('ControlOrMeta+a');
  await page.keyboard.type('thread\nx = 1\ncl');
  const offered = page.locator('.cm-tooltip-autocomplete li');
  await expect(offered).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.type('x\nif r1 == 0\nx = 2\nend\n');
  await page.keyboard.type('exists x == 0');
  await expect
    .poll(() => written(editor(page)))
    .toBe('thread\n  x = 1\n  clwb x\n  if r1 == 0\n    x = 2\n  end\nexists x == 0');
  await expect(images(page)).toHaveCount(3);
  // Keys that are typed are no shortcuts, and none holds the focus here.
  await page.keyboard.type('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(editor(page)).not.toBeFocused();
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
  await write(editor(page), text('clflush x'));
  await expect(state).toHaveAttribute('data-state', 'forbidden');
  await write(editor(page), text('clwb x; fence; fence'));
  await expect(state).toHaveAttribute('data-state', 'dear');
  await write(editor(page), text('clwb x; fence'));
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

test('does a plain field do where the editor cannot be loaded?', async ({ page, troubles }) => {
  await page.route('**/code_field*.js', (route) => route.abort());
  await page.goto('./#v=1&w=litmus');
  await editor(page).fill('thread\n  x = 1\n  y == 2\n');
  await expect(page.locator('.code-plain')).toContainText('could not be loaded');
  await page.getByRole('button', { name: /Line 3, column 5/ }).click();
  await expect(editor(page)).toBeFocused();
  expect(await violations(page)).toEqual([]);
  troubles.forget(/Failed to load resource/);
});
