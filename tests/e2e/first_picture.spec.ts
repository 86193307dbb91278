import type { Page } from '@playwright/test';
import { EMPTY_LINK, encodeLink } from '../../web/link/link';
import { violations } from './support/axe';
import { expect, inDepthIf, test } from './support/test';

// Race, Break it, Lab and Compare never open on an empty pane.

const link = (view: string, lang: 'en' | 'zh') => `./#${encodeLink({ ...EMPTY_LINK, view, lang })}`;

/** The elements that make a picture: a line, a point, a cell, a stage. Axes alone make none. */
const PICTURES = {
  race: '.race-chart path.line[d*="L"]',
  breakit: '.map-cell',
  lab: '.chart .point',
  compare: '.tiers-scroll svg',
} as const;

/** Engines that were started until the picture was there. */
async function workersUntil(page: Page, url: string, picture: string): Promise<number> {
  const started: string[] = [];
  page.on('worker', (worker) => started.push(worker.url()));
  await page.goto(url);
  // The check runs in every frame: a short race may be over, and more be requested, between two
  // looks.
  const isThere = (selector: string) => document.querySelector(selector) !== null;
  await page.waitForFunction(isThere, picture, { polling: 'raf', timeout: 30_000 });
  const engines = started.length;
  await expect(page.locator(picture).first()).toBeVisible({ timeout: 30_000 });
  return engines;
}

for (const lang of ['en', 'zh'] as const)
  for (const [n, [view, picture]] of Object.entries(PICTURES).entries())
    test(
      `does ${view} open on a picture, without a click: ${lang}?`,
      inDepthIf((n % 2 === 0) === (lang === 'en')),
      async ({ page }) => {
        await page.goto(link(view, lang));
        await expect(page.locator(picture).first()).toBeVisible({ timeout: 30_000 });
        // Words that come with a view are there with it.
        expect(await page.locator('main').innerText()).not.toMatch(/\b(race|lab|compare)\.[a-z]+/);
      },
    );

test('does a race draw its lines before it is over, without a worker that only plans or steps?', async ({
  page,
}) => {
  // The engine that describes, and one for each of four systems.
  const started = await workersUntil(page, link('race', 'en'), PICTURES.race);
  expect(started).toBeLessThanOrEqual(5);
});

test('does the explorer start nothing for a stage that nobody sees?', async ({ page }) => {
  // The engine that describes, one that is asked, and two that explore.
  const cores = await page.evaluate(() => navigator.hardwareConcurrency);
  const started = await workersUntil(page, link('breakit', 'en'), PICTURES.breakit);
  expect(started).toBeLessThanOrEqual(2 + Math.min(4, cores));
});

test('does the laboratory draw points as they come, and keep them with their date and engine?', async ({
  page,
}) => {
  await page.goto(link('lab', 'en'));
  await expect(page.locator(PICTURES.lab).first()).toBeVisible({ timeout: 30_000 });
  const told = page.getByTestId('lab-first');
  await expect(told).toHaveText('Measured in this browser just now.', { timeout: 60_000 });
  const measured = await page.locator(PICTURES.lab).count();
  expect(measured).toBeGreaterThanOrEqual(8);
  // Kept results are there before any point could be measured again.
  const started: string[] = [];
  page.on('worker', (worker) => started.push(worker.url()));
  await page.reload();
  await expect(page.locator(PICTURES.lab)).toHaveCount(measured, { timeout: 30_000 });
  await expect(told).toHaveText(/^Kept from .*\d.*, measured in this browser with engine \S+\.$/);
  expect(started.filter((url) => url.includes('point')).length).toBeLessThanOrEqual(1);
  expect(await violations(page)).toEqual([]);
  // A kept value of another form is moved away.
  await page.evaluate(() => localStorage.setItem('afterimage.lab', '{"experiment":7}'));
  await page.reload();
  await expect(page.locator(PICTURES.lab)).toHaveCount(measured, { timeout: 30_000 });
  await page.getByRole('button', { name: 'Open the experiment' }).click();
  await expect(page).toHaveURL(/e\.id=nvl-fig11/);
});

test('is the stage there when one goes to it from a view that stands alone?', async ({ page }) => {
  await page.goto(link('race', 'en'));
  await expect(page.locator(PICTURES.race).first()).toBeVisible({ timeout: 30_000 });
  await page.getByRole('button', { name: 'Stage', exact: true }).click();
  await expect(page.getByTestId('live')).not.toBeEmpty({ timeout: 20_000 });
  // Nothing was opened: a script of one's own begins, with its editor.
  await expect(page).toHaveURL(/own=/);
  await expect(page.getByRole('dialog', { name: 'Edit scenario' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator('.race')).toBeVisible();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.locator(PICTURES.compare).first()).toBeVisible({ timeout: 30_000 });
});
