import { serve } from './static_server.mjs';

const closing: (() => void)[] = [];

/**
 * Calls `close` once the test's page has been looked at: a server that ends earlier refuses what a
 * page still loads in the background, and the page's console says so.
 */
export function closeAfterTest(close: () => void): void {
  closing.push(close);
}

/** A server of static files for one test, closed after it. */
export async function serving(...request: Parameters<typeof serve>): ReturnType<typeof serve> {
  const server = await serve(...request);
  closeAfterTest(server.close);
  return server;
}

/** Closes the servers that this test has started; called by the test's fixture. */
export function closeServers(): void {
  for (const close of closing.splice(0)) close();
}
