import { fileURLToPath } from 'node:url';
import { expect, type Page } from '@playwright/test';
import { until } from './until';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The built site, and the one file that opens by double click. */
export const dist = `${root}dist`;
export const single = `file://${root}dist-single/afterimage.html`;
/** A sub-path, as a lecturer's folder on a department's server has it. */
export const base = '/lectures/db/';

/** The fragment of a lecture; the first page, without one, runs no engine. */
export const lecture = '#v=1&s=page-never-written';

/** The page's own description of its state. */
export const LIVE = '[data-testid=live]';

/** Resolves when the engine has run and the page says where it is. */
export async function untilReady(page: Page): Promise<void> {
  await until(page, { filled: [LIVE] }, 20_000);
  await expect(page.getByTestId('live')).not.toBeEmpty();
}
