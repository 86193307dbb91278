import type { Page } from '@playwright/test';
import { expect, type Troubles, watch } from './test';

/** Waits until the keys of presenting are active. */
export const toolsReady = (page: Page) => expect(page.locator('.present-tools')).toBeAttached();

/** Presents what is open, with a speaker's window. */
export async function withSpeaker(page: Page, troubles: Troubles): Promise<Page> {
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  await toolsReady(page);
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('s');
  const speaker = await opened;
  watch(speaker, troubles);
  await expect(speaker.locator('.speaker')).toBeVisible();
  return speaker;
}

/** The place in the lecture according to the speaker's window. */
export const where = (speaker: Page) => speaker.locator('.speaker-now h2');
/** The narration that the class reads. */
export const narration = (page: Page) => page.locator('.lecture-words .say').first();

/** Presses Next in a window until the speaker's window says so. */
export async function forward(by: Page, speaker: Page, until: RegExp): Promise<void> {
  for (let n = 0; n < 10; n++) {
    const before = await where(speaker).innerText();
    if (until.test(before)) return;
    await by.keyboard.press('PageDown');
    await expect(where(speaker)).not.toHaveText(before, { ignoreCase: true });
  }
  throw new Error(`${until} did not come`);
}
