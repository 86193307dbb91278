import type { Page } from '@playwright/test';

/**
 * A state that the page must reach: the number of elements of each selector, or an attribute or
 * text of the first one.
 */
export interface State {
  /** Nothing matches any of these. */
  readonly none?: readonly string[];
  /** These are there and are not blank. */
  readonly filled?: readonly string[];
  /**
   * The first match of a selector has an attribute of this value, or of that which another one's
   * has.
   */
  readonly attributes?: readonly (readonly [
    selector: string,
    name: string,
    value: string | readonly [selector: string, name: string],
  ])[];
}

/**
 * Waits for the frame in which all of it holds: `expect` looks again after 100 ms, then after 250,
 * 500 and 1000, and describes the page each time that it does not. It does not fail; who waits asks
 * `expect` afterwards, which says what is wrong.
 */
export async function until(page: Page, state: State, timeout = 10_000): Promise<void> {
  await page
    .waitForFunction(
      ({ none = [], filled = [], attributes = [] }: State) => {
        const first = (selector: string) => document.querySelector(selector);
        const value = (wanted: string | readonly [string, string]) =>
          typeof wanted === 'string' ? wanted : first(wanted[0])?.getAttribute(wanted[1]);
        return (
          none.every((selector) => !first(selector)) &&
          filled.every((selector) => first(selector)?.textContent?.trim()) &&
          attributes.every(
            ([selector, name, wanted]) => first(selector)?.getAttribute(name) === value(wanted),
          )
        );
      },
      state,
      { polling: 'raf', timeout },
    )
    .catch((error: Error) => {
      if (error.name !== 'TimeoutError') throw error;
    });
}
