import type { Page } from '@playwright/test';

/**
 * Waits until the page itself has seen so much time pass, in ms: what it does after less, such as
 * writing its address, it has then done, however busy the machine is.
 */
export const timePasses = (page: Page, ms: number): Promise<void> =>
  page.evaluate((delay) => new Promise((resolve) => setTimeout(resolve, delay)), ms);
