import type { Page } from '@playwright/test';
import { EMPTY_LINK, encodeLink } from '../../web/link/link';
import { NO_CHANGES } from '../../web/model/experiment/experiment_changes';
import { destaging } from '../web/support/destaging';
import { violations } from './support/axe';
import { expect, test } from './support/test';

// The states that a system plans by, of the point that is chosen.

const link = `./#${encodeLink({ ...EMPTY_LINK, view: 'lab', lab: { own: JSON.stringify(destaging), changes: NO_CHANGES } })}`;

async function openPoint(page: Page, number: number): Promise<void> {
  await page.getByRole('button', { name: `Open point ${number}` }).click();
  await expect(page.locator('.point-panel')).toContainText(`Point ${number}`);
}

test('does the Lab draw what was planned beside what was measured, and nothing where nothing is planned?', async ({
  page,
}) => {
  await page.goto(link);
  await page.locator('.run-bar > button').click();
  await expect(page.locator('.run-progress')).toContainText('3 of 3', { timeout: 40_000 });
  const states = page.locator('.point-occupancy');
  await openPoint(page, 1);
  await expect(states).toHaveCount(0);

  await openPoint(page, 2);
  const chart = states.getByRole('img', { name: /Longest in state .* By the model, most likely/ });
  await expect(chart).toBeVisible();
  await expect(states.locator('.occupancy-bar')).toHaveCount(13); // 12 states, and the legend
  await expect(states.locator('.plot .mark')).toHaveCount(12);
  await states.getByText('As a table').click();
  await expect(states.locator('tbody tr')).toHaveCount(12);
  expect(await violations(page)).toEqual([]);

  await openPoint(page, 3);
  await expect(states).toContainText(/no equilibrium.*full speed/i);
  // On a screen as narrow as a phone's it is not cut off.
  await page.setViewportSize({ width: 390, height: 844 });
  const box = await states.locator('.plot').boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(390);
});
