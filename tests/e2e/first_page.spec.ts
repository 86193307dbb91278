import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { base, dist, untilReady } from './support/site';
import { serve } from './support/static_server.mjs';
import { expect, test } from './support/test';

const KB = 1000;

test('what does the first page weigh, from an empty cache to a running engine?', async ({
  page,
}) => {
  const server = await serve(dist, base);
  await page.goto(server.url);
  await untilReady(page);
  await page.waitForLoadState('networkidle');
  server.close();

  const weigh = (kind: RegExp) =>
    [...new Set(server.served)]
      .filter((path) => kind.test(path))
      .reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);
  const script = weigh(/\.m?js$/);
  const wasm = weigh(/\.wasm$/);
  console.log(
    `first page: ${(script / KB).toFixed(1)} KB of JavaScript, ${(wasm / KB).toFixed(1)} KB of WebAssembly`,
  );
  // A measure of nothing would pass, too.
  expect(script).toBeGreaterThan(50 * KB);
  expect(script).toBeLessThanOrEqual(150 * KB);
  expect(wasm).toBeGreaterThan(10 * KB);
  expect(wasm).toBeLessThanOrEqual(250 * KB);
});

test('does the policy in the page really forbid?', async ({ page, troubles }) => {
  await page.goto('./');
  await untilReady(page);
  const evaluated = await page.evaluate(async () => {
    const tried: string[] = [];
    const script = document.createElement('script');
    script.textContent = 'document.body.dataset.inline = "ran"';
    document.head.append(script);
    if (document.body.dataset.inline === 'ran') tried.push('inline script');
    const style = document.createElement('style');
    style.textContent = 'body { opacity: 0.5 }';
    document.head.append(style);
    if (getComputedStyle(document.body).opacity === '0.5') tried.push('inline style');
    await fetch('https://example.org/').then(
      () => tried.push('other origin'),
      () => undefined,
    );
    return tried;
  });
  expect(evaluated).toEqual([]);
  expect(
    troubles.filter((text) => /Content Security Policy/.test(text)).length,
  ).toBeGreaterThanOrEqual(3);
  troubles.forget(/Content Security Policy|other origin/);
});
