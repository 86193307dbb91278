import { base, dist, untilReady } from './support/site';
import { serve } from './support/static_server.mjs';
import { test } from './support/test';

test.use({ serviceWorkers: 'allow' });

test('does it work offline after the first visit?', async ({ page, troubles }) => {
  const server = await serve(dist, base);
  await page.goto(server.url);
  await untilReady(page);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller) return;
    await new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve),
    );
  });
  // Not a setting of the browser: the server is gone.
  server.close();
  troubles.length = 0;
  await page.reload();
  await untilReady(page);
});
