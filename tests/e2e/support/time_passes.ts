import type { Page } from '@playwright/test';

/**
 * Waits until this much time, in ms, has passed in the page itself: work that it does after less
 * time, such as writing its address, is then done, however busy the machine is.
 */
export const timePasses = (page: Page, ms: number): Promise<void> =>
  page.evaluate((delay) => new Promise((resolve) => setTimeout(resolve, delay)), ms);
