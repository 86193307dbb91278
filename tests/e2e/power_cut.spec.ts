import { cutPower, goTo, openStage, playhead, position, settled } from './support/stage';
import { expect, test } from './support/test';

// Promise 2: *if power failed now*, cuts at any event, survivors by hand, recovery, verdict.

test('does it say for each transaction whether it would survive, and over how many images?', async ({
  page,
}) => {
  await openStage(page);
  await page.keyboard.press('End');
  await settled(page);
  await expect(page.locator('.fate-card').first()).toContainText('always survives');
  await expect(page.locator('.images-line')).toContainText(/legal crash image/);
  await page.getByRole('button', { name: 'Show them' }).click();
  await expect(page.locator('.image-list')).toContainText('Consistent');
});

test('does the survival strip fill, one row a transaction?', async ({ page }) => {
  await openStage(page);
  await expect.poll(() => page.locator('.fate.always').count()).toBeGreaterThan(0);
  await expect.poll(() => page.locator('.fate.never').count()).toBeGreaterThan(0);
});

test('does a cut lead into recovery, stepped by the same controls, to a verdict?', async ({
  page,
}) => {
  await openStage(page);
  await goTo(page, 20);
  await cutPower(page, 'none');
  expect(await position(page)).toBe(21);
  await expect(page.locator('.verdict')).toContainText('still running');
  await page.keyboard.press('Shift+ArrowRight');
  expect(await position(page)).toBe(22);
  await page.getByRole('button', { name: 'Go to the end of recovery' }).click();
  await expect(page.locator('.verdict')).toContainText('Consistent');
  await expect(page.locator('.power-cut')).toHaveCount(1);
});

test('can the power be cut again inside recovery?', async ({ page }) => {
  await openStage(page);
  await goTo(page, 20);
  await cutPower(page, 'none');
  await page.keyboard.press('Shift+ArrowRight');
  await settled(page);
  await expect(page.locator('#outlook-title')).toHaveText('If power failed again now');
  await cutPower(page, 'none');
  await expect(page.locator('.power-cut')).toHaveCount(2);
  await page.keyboard.press('End');
  await expect(page.locator('.verdict')).toContainText('Consistent');
});

test('does a cut keep the former future as a branch to return to, under a name?', async ({
  page,
}) => {
  await openStage(page);
  const whole = await playhead(page).getAttribute('aria-valuemax');
  await goTo(page, 20);
  await cutPower(page, 'none');
  await page.getByRole('button', { name: 'Branches' }).click();
  const list = page.getByRole('dialog', { name: 'Branches' });
  await expect(list.getByRole('button', { pressed: true })).toContainText('cut at');
  await list.getByRole('button', { name: 'Rename' }).nth(1).click();
  await list.getByLabel('Name of the branch').fill('what went wrong');
  await page.keyboard.press('Enter');
  await list.getByRole('button', { name: 'without a cut' }).click();
  await expect(playhead(page)).toHaveAttribute('aria-valuemax', String(whole));
  await list.getByRole('button', { name: 'what went wrong' }).click();
  await expect(page.locator('.power-cut')).toHaveCount(1);
});

test('are survivors chosen store by store, and illegal choices refused with the rule?', async ({
  page,
}) => {
  await openStage(page);
  const boxes = page.locator('.object-choices li input');
  const unit = page
    .locator('.object-choices')
    .filter({ has: page.locator('li:nth-child(2)') })
    .first();
  // Somewhere two stores are pending in one line.
  for (let n = 0; n < 60; n++) {
    await page.keyboard.press('Shift+ArrowRight');
    await settled(page);
    await page.keyboard.press('c');
    await expect(page.getByRole('button', { name: 'Cut now' })).toBeEnabled();
    if ((await unit.count()) > 0) break;
    await page.keyboard.press('Escape');
  }
  await expect(boxes.first()).not.toBeChecked();
  await page.getByRole('button', { name: 'all', exact: true }).click();
  await expect(boxes.first()).toBeChecked();
  await page.getByRole('button', { name: 'none', exact: true }).click();
  // A later store of a line without an earlier one: no cache can do that.
  await unit.locator('li input').nth(1).check();
  await page.getByRole('button', { name: 'Cut now' }).click();
  await expect(page.locator('.cut-panel').getByRole('alert')).toContainText('Refused:');
  await unit.locator('li input').nth(0).check();
  await page.getByRole('button', { name: 'Cut now' }).click();
  await expect(page.locator('.power-cut')).toHaveCount(1);
});
