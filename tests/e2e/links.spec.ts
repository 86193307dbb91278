import { cutPower, goTo, openStage, playhead, position, said, settled } from './support/stage';
import { expect, test } from './support/test';

// The address restores everything; back and forward work; nothing is lost on reload.

test('does a reload come back to the same place, cut and branch?', async ({ page }) => {
  await openStage(page);
  await goTo(page, 20);
  await cutPower(page, 'none');
  await page.keyboard.press('Shift+ArrowRight');
  await settled(page);
  const before = [await position(page), await said(page)];
  await page.waitForTimeout(500);
  await page.reload();
  await settled(page);
  expect([await position(page), await said(page)]).toEqual(before);
  await expect(page.locator('.power-cut')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Branches' })).toBeVisible();
});

test('does the link open the same place in another browser, edited script and all?', async ({
  page,
  browser,
}) => {
  await openStage(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Thread 1' }).fill('begin T1\nA := 78\ncommit');
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(page.locator('.script')).toContainText('A := 78');
  await settled(page, 0);
  await goTo(page, 9);
  await page.waitForTimeout(500);
  const sentence = await said(page);
  const other = await browser.newPage();
  await other.goto(page.url());
  await expect(other.locator('.script')).toContainText('A := 78');
  await settled(other, 9);
  expect(await said(other)).toBe(sentence);
  await other.close();
});

test('do back and forward go between views and power cuts?', async ({ page }) => {
  await openStage(page);
  await goTo(page, 20);
  await page.waitForTimeout(400);
  await cutPower(page, 'none');
  await page.getByRole('button', { name: 'Lectures' }).click();
  await expect(page.getByRole('heading', { name: 'Lectures' })).toBeVisible();
  await page.goBack();
  await expect(page.locator('.power-cut')).toHaveCount(1);
  await page.goBack();
  await expect(page.locator('.power-cut')).toHaveCount(0);
  await expect(playhead(page)).toHaveAttribute('aria-valuenow', '20');
  await page.goForward();
  await expect(page.locator('.power-cut')).toHaveCount(1);
});

test('does an anchor that no longer exists open near by, and say so?', async ({ page }) => {
  await openStage(page);
  await goTo(page, 5);
  await page.waitForTimeout(400);
  const moved = page.url().replace(/at=[^&]*/, 'at=T1.store.999999');
  await page.goto('about:blank');
  await page.goto(moved);
  await settled(page);
  await expect(page.locator('.notice-bar')).toContainText('nearest position');
});

test('does a broken link still open the page, and say what it could not read?', async ({
  page,
}) => {
  await openStage(page, '#v=1&at=%%%&cut=nonsense&seed=x');
  await expect(page.locator('.notice-bar')).toContainText('could not be read');
  await expect(playhead(page)).toBeVisible();
});

test('does sharing put the link on the clipboard?', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openStage(page);
  await page.getByRole('button', { name: 'Share link' }).click();
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('#v=1');
});
