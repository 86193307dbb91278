import { leaveLecture } from './support/lecture';
import { cutPower, goTo, openStage, playhead, position, settled } from './support/stage';
import { expect, test } from './support/test';

for (const log of ['nvm', 'wal']) {
  test(`can a TPC-C new-order (${log}) be stepped, cut, recovered and judged?`, async ({
    page,
  }) => {
    await openStage(page, `#s=tpcc-new-order-${log}`);
    await leaveLecture(page);
    const script = page.locator('.script');
    await page.keyboard.press('3');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await settled(page);
    await expect(script.getByRole('heading', { name: /Client 1 · T1 · new-order/ })).toBeVisible();
    await expect(script.locator('li[aria-current=step]').first()).toBeVisible();
    // The library's fault has cut the power; the end is that of its recovery.
    await page.keyboard.press('End');
    await settled(page);
    const verdict = page.locator('.verdict');
    await expect(verdict.getByRole('status')).toContainText('Consistent');
    await expect(verdict).toContainText('consistency conditions 1 to 5 and 7');
    await expect(verdict.locator('.verdict-records')).toContainText('district 1/1');
    // Back into the run, and another cut there.
    const end = await position(page);
    await page.keyboard.press('Home');
    await settled(page, 0);
    await page.keyboard.press('1');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await settled(page);
    expect(await position(page)).toBeLessThan(end);
    await expect(page.locator('svg.tiers[role=group]')).toContainText('district');
    await cutPower(page, 'none');
    await page.keyboard.press('End');
    await settled(page);
    await expect(verdict.getByRole('status')).toContainText('Consistent');
    await expect(verdict).toContainText('T1 rolled back');
  });
}

test('does going back over a workload show the same again?', async ({ page }) => {
  await openStage(page, '#s=tpcc-new-order-nvm');
  await leaveLecture(page);
  await goTo(page, 12);
  // A travelling thing is named on its way only; everything else stays as it was.
  const structures = page.locator('svg.tiers[role=group] .structure');
  const shown = await structures.allTextContents();
  expect(shown.length).toBeGreaterThan(3);
  await page.keyboard.press('End');
  await settled(page);
  await page.keyboard.press('Home');
  await settled(page, 0);
  await goTo(page, 12);
  expect(await structures.allTextContents()).toEqual(shown);
  await expect(playhead(page)).toHaveAttribute('aria-valuenow', '12');
});

test('does the comparison run a workload on both sides?', async ({ page }) => {
  await openStage(page, '#s=tpcc-new-order-nvm');
  await leaveLecture(page);
  await page.getByRole('button', { name: 'Compare' }).click();
  const sides = page.locator('.side-form');
  await expect(sides).toHaveCount(2);
  await expect(page.locator('.script-both')).toContainText(/T1 · new-order|no transaction/, {
    timeout: 20_000,
  });
  await expect(page.locator('.side-form [role=alert], .side-form .problems')).toHaveCount(0);
  for (let n = 0; n < 6; n++) await page.keyboard.press('ArrowRight');
  await expect(page.locator('.script-both li')).toHaveCount(4);
});
