import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { Scenario } from '../../../web/engine/protocol';
import { playhead, position } from './stage';
import { expect } from './test';
import { until } from './until';

const folder = fileURLToPath(new URL('../../../scenarios/lectures/', import.meta.url));

/** The lectures on the stage, as their files have them. */
export const lectures: readonly Scenario[] = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(folder + name, 'utf8')) as Scenario,
);

export const asksOf = ({ marks = [] }: Scenario): number =>
  marks.filter(({ ask }) => ask !== undefined).length;

/**
 * Opens a lecture in the page that is open, so that the engine need not start anew; nothing of it
 * is known from before. `place` is the rest of the link.
 */
export async function openLecture(page: Page, id: string, place = ''): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('afterimage.lectures'));
  await page.evaluate(
    (hash) => {
      window.location.hash = hash;
    },
    `s=${id}${place.includes('lang=') ? '' : '&lang=en'}${place}`,
  );
  await until(page, { attributes: [['[data-lecture]', 'data-lecture', id]] }, 20_000);
  await expect(page.locator('[data-lecture]')).toHaveAttribute('data-lecture', id);
}

/** Waits until nothing is played any more, and an open question is drawn. */
export async function arrived(page: Page): Promise<void> {
  await until(page, { none: ['[data-playing]', '.lecture-question:empty'] });
  await expect(page.locator('[data-playing]')).toHaveCount(0);
}

/**
 * Presses a key, waits until what it began has been played to its end, and says where; NaN where no
 * timeline is shown.
 */
export async function press(page: Page, key = 'ArrowRight'): Promise<number> {
  await page.keyboard.press(key);
  await arrived(page);
  return (await playhead(page).count()) > 0 ? position(page) : Number.NaN;
}

/** The open question, of any kind. */
const QUESTION = '[data-question=open]';
export const question = (page: Page) => page.locator(QUESTION);

export const recap = (page: Page) => page.locator('[data-ended]');

/** Waits until no question is open; the engine's explorations take their time. */
export async function closed(page: Page): Promise<void> {
  await until(page, { none: [QUESTION] }, 20_000);
  await expect(question(page)).toHaveCount(0);
}

/** Closes the open question without an answer. */
export async function showAnswer(page: Page): Promise<void> {
  await question(page).getByRole('button', { name: 'Show the answer' }).click();
  await closed(page);
}

/** The places of the marks, as the page's own progress counts them: `2 of 5`. */
export const progress = (page: Page) => page.locator('.lecture-progress button');

/**
 * Leaves the lecture: what it runs stays on the stage, where nothing is hidden and steps are free.
 */
export async function leaveLecture(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open on the stage' }).first().click();
  await expect(page.locator('.transport')).toBeVisible();
}
