import type { Page } from '@playwright/test';
import { link } from './scenario';
import { LIVE, untilReady } from './site';
import { expect } from './test';
import { until } from './until';

const TIERS = 'svg.tiers[role=group]';
const PLAYHEAD = '.playhead[role=slider]';
const NOW = 'aria-valuenow';

/** Opens the page with the tests' own scenario; `hash` is another link's fragment. */
export async function openStage(page: Page, hash = link): Promise<void> {
  await page.goto(`./${hash}`);
  await untilReady(page);
}

/** The page's description of the playhead's position. */
export function said(page: Page): Promise<string> {
  return page.getByTestId('live').innerText();
}

export function playhead(page: Page) {
  return page.getByRole('slider', { name: /Playhead|播放头/ });
}

/** The playhead's position, in events. */
export async function position(page: Page): Promise<number> {
  return Number(await playhead(page).getAttribute(NOW));
}

/** Steps to a position by micro-operations, from wherever the playhead is. */
export async function goTo(page: Page, target: number): Promise<void> {
  const here = await position(page);
  const key = target > here ? 'Shift+ArrowRight' : 'Shift+ArrowLeft';
  for (let n = Math.abs(target - here); n > 0; n--) await page.keyboard.press(key);
  await settled(page, target);
}

/** Waits until structures and verdict are those of the position. */
export async function settled(page: Page, at?: number): Promise<void> {
  // A lecture shows the verdict on demand only.
  const lecture = (await page.locator('[data-lecture]').count()) > 0;
  await until(page, {
    filled: [LIVE],
    attributes: [
      [TIERS, 'data-at', at === undefined ? [PLAYHEAD, NOW] : String(at)],
      ...(at === undefined ? [] : ([[PLAYHEAD, NOW, String(at)]] as const)),
      ...(lecture ? [] : ([['.outlook', 'aria-busy', 'false']] as const)),
    ],
  });
  if (at !== undefined) await expect(playhead(page)).toHaveAttribute(NOW, String(at));
  await expect(page.getByTestId('live')).not.toBeEmpty();
  if (!lecture) await expect(page.locator('.outlook')).toHaveAttribute('aria-busy', 'false');
  await expect(page.locator(TIERS)).toHaveAttribute(
    'data-at',
    String(at ?? (await position(page))),
  );
}

/** The content of the tiers, as text: enough to tell two states apart. */
export function tiers(page: Page): Promise<string> {
  return page.locator('svg.tiers[role=group]').evaluate((svg) => {
    const marks = [...svg.querySelectorAll('.state-box, .bit, .cursor')].map((each) =>
      each.getAttribute('class'),
    );
    return `${svg.textContent} ${marks.join(' ')}`;
  });
}

/** Opens the power-cut panel, chooses by its button, and cuts. */
export async function cutPower(page: Page, survivors: 'none' | 'all'): Promise<void> {
  await page.keyboard.press('c');
  const panel = page.locator('.cut-panel');
  await expect(panel.getByRole('button', { name: 'Cut now' })).toBeEnabled();
  const preset = panel.getByRole('button', { name: survivors, exact: true });
  if (await preset.count()) await preset.click();
  await panel.getByRole('button', { name: 'Cut now' }).click();
  await expect(panel).toHaveCount(0);
}
