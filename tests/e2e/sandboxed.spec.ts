import type { FrameLocator, Page } from '@playwright/test';
import { base, dist, lecture } from './support/site';
import { serve } from './support/static_server.mjs';
import { expect, test } from './support/test';

// A course's page may embed the site in a frame without an origin of its own: there the browser bars storage and the
// use without a network, and makes no worker from the site's files.

type Headers = Record<string, string>;

/** The site in such a frame of another page, served with these headers. */
async function inFrame(page: Page, hash: string, headers: Headers) {
  const server = await serve(dist, base, 0, headers);
  await page.setContent(
    `<iframe src="${server.url}${hash}" width="1200" height="800" sandbox="allow-scripts"></iframe>`,
  );
  // The frame moves to a process of its own: who looks for something in it before goes on looking in the old one.
  await page.frames()[1]?.waitForLoadState('networkidle');
  return { frame: page.frameLocator('iframe'), close: server.close };
}

const SHARED: Headers = { 'access-control-allow-origin': '*' };

async function steps(frame: FrameLocator): Promise<void> {
  await expect(frame.getByTestId('live')).not.toBeEmpty({ timeout: 20_000 });
  await frame.locator('.lecture-next').click();
  await expect(frame.locator('.lecture-words .say').first()).not.toBeEmpty();
}

test('does a lecture run in a frame without an origin of its own?', async ({ page }) => {
  const { frame, close } = await inFrame(page, lecture, SHARED);
  await steps(frame);
  expect(await page.frames()[1]?.evaluate(() => self.origin)).toBe('null');
  close();
});

test('do the first page and an experiment, too?', async ({ page }) => {
  const first = await inFrame(page, '', SHARED);
  await expect(first.frame.locator('.opening')).toBeVisible();
  await expect(first.frame.locator('.lecture-card').first()).toBeVisible();
  first.close();
  const lab = await inFrame(page, '#v=1&w=lab', SHARED);
  await expect(lab.frame.locator('.first-picture svg')).toBeVisible({ timeout: 20_000 });
  lab.close();
});
