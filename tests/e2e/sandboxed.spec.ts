import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Page } from '@playwright/test';
import { serving } from './support/serving';
import { base, dist, lecture } from './support/site';
import { expect, test } from './support/test';

// A course's page may embed the site in a frame without an origin of its own: there the browser
// bars storage and the use without a network, and makes no worker from the site's files.

type Headers = Record<string, string>;

/**
 * The site, served with these headers, in such a frame of a course's page, which another server
 * serves.
 */
async function inFrame(page: Page, hash: string, headers: Headers) {
  const site = await serving(dist, base, 0, headers);
  const folder = test.info().outputPath('course');
  mkdirSync(folder, { recursive: true });
  const course = await serving(folder, '/');
  const frame = `<iframe src="${site.url}${hash}" width="1200" height="800" sandbox="allow-scripts"></iframe>`;
  writeFileSync(join(folder, 'index.html'), `<!doctype html><title>Course</title>${frame}`);
  await page.goto(course.url);
  return page.frameLocator('iframe');
}

const SHARED: Headers = { 'access-control-allow-origin': '*' };

async function steps(frame: FrameLocator): Promise<void> {
  await expect(frame.getByTestId('live')).not.toBeEmpty({ timeout: 20_000 });
  await frame.locator('.lecture-next').click();
  await expect(frame.locator('.lecture-words .say').first()).not.toBeEmpty();
}

test('does a lecture run in a frame without an origin of its own?', async ({ page }) => {
  const frame = await inFrame(page, lecture, SHARED);
  await steps(frame);
  expect(await page.frames()[1]?.evaluate(() => self.origin)).toBe('null');
});

test('do the first page and an experiment, too?', async ({ page }) => {
  const first = await inFrame(page, '', SHARED);
  await expect(first.locator('.opening')).toBeVisible();
  await expect(first.locator('.lecture-card').first()).toBeVisible();
  const lab = await inFrame(page, '#v=1&w=lab', SHARED);
  await expect(lab.locator('.first-picture svg')).toBeVisible({ timeout: 20_000 });
});
