// Every browser test imports `test` from here: beside its own checks, it also fails when the page
// logs an error, breaks its content security policy, or contacts another origin.
import { test as base, expect, type Page } from '@playwright/test';
import { deep } from '../../effort';
import { closeServers } from './serving';

export { expect };

/** The errors of a page, as sentences; a test that expects one removes it. */
export class Troubles extends Array<string> {
  forget(pattern: RegExp): void {
    const rest = this.filter((text) => !pattern.test(text));
    this.splice(0, this.length, ...rest);
  }
}

function local(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return (
    ['blob:', 'data:', 'file:'].includes(protocol) || ['127.0.0.1', 'localhost'].includes(hostname)
  );
}

/** Fills `troubles` from now on. The browser reports broken policies on the console. */
export function watch(page: Page, troubles: Troubles): void {
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => troubles.push(`uncaught: ${error.message}`));
  page.context().on('request', (request) => {
    if (!local(request.url())) troubles.push(`other origin: ${request.url()}`);
  });
}

/**
 * Marks a test that repeats others of its kind in another size, colour or language: it is left to
 * `npm test -- deep`.
 */
export const inDepthIf = (deep: boolean) => (deep ? { tag: '@deep' } : {});

/**
 * True if this test looks at the `n`-th subject of several tests of a kind, each in its own size,
 * colour or language: in the usual run they take turns.
 */
export const inTurn = (n: number, test: number) => deep || n % 2 === test % 2;

export const test = base.extend<{ troubles: Troubles }>({
  troubles: [
    async ({ page }, use) => {
      const troubles = new Troubles();
      watch(page, troubles);
      await use(troubles);
      try {
        expect([...troubles]).toEqual([]);
      } finally {
        closeServers();
      }
    },
    { auto: true },
  ],
});
