import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator, Locator, Page } from '@playwright/test';
import { serving } from './serving';
import { base, dist } from './site';
import { expect, test } from './test';

/** Messages that a host page has heard, as the tests' host pages keep them in `heard`. */
export type Heard = { readonly type: string; readonly [member: string]: unknown };

export interface Hosted {
  readonly frame: FrameLocator;
  readonly site: string;
  readonly host: string;
  readonly heard: () => Promise<readonly Heard[]>;
}

interface HostPage {
  /** The page, given the site's address with a slash at its end. */
  readonly html: (site: string) => string;
  /** Files beside it: name -> path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Headers that the site's server sends. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Opens a page of another origin that embeds the built site. */
export async function openHost(
  page: Page,
  { html, files = {}, headers = {} }: HostPage,
): Promise<Hosted> {
  const site = await serving(dist, base, 0, headers);
  const folder = test.info().outputPath('host');
  mkdirSync(folder, { recursive: true });
  for (const [name, path] of Object.entries(files))
    cpSync(path, join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'index.html'), html(site.url));
  const host = await serving(folder, '/');
  await page.goto(host.url);
  return {
    frame: page.frameLocator('iframe'),
    site: site.url,
    host: host.url,
    heard: () => page.evaluate(() => (globalThis as { heard?: Heard[] }).heard ?? []),
  };
}

/** Presses Next in an embedded lecture, and waits until nothing is played any more. */
export async function nextIn(frame: FrameLocator): Promise<void> {
  await frame.locator('.lecture-next').click();
  await expect(frame.locator('[data-playing], .lecture-question:empty')).toHaveCount(0);
}

/** Goes on in an embedded lecture until a question is open; returns that. */
export async function openQuestion(frame: FrameLocator): Promise<Locator> {
  const open = frame.locator('[data-question=open]');
  await expect(frame.locator('.lecture-next')).toBeVisible({ timeout: 20_000 });
  for (let n = 0; n < 20 && (await open.count()) === 0; n++) await nextIn(frame);
  await expect(open).toBeVisible();
  return open;
}

/** The last message of a kind, or of several, that the host has heard; waits until one `fits`. */
export async function lastHeard(
  { heard }: Hosted,
  type: string | readonly string[],
  fits: (message: Heard) => boolean = () => true,
): Promise<Heard> {
  let found: Heard | undefined;
  await expect
    .poll(
      async () => {
        found = (await heard()).findLast((each) => [type].flat().includes(each.type) && fits(each));
        return found !== undefined;
      },
      { message: `a message of type ${type}`, timeout: 20_000 },
    )
    .toBe(true);
  return found as Heard;
}
