import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { serving } from './support/serving';
import { base, dist, lecture, untilReady } from './support/site';
import { expect, test } from './support/test';

const KB = 1000;

/** KB of what a server has given out, packed. */
const weight = (served: Iterable<string>, kind: RegExp) =>
  [...new Set(served)]
    .filter((path) => kind.test(path))
    .reduce((sum, path) => sum + gzipSync(readFileSync(path)).length, 0);

/** Words and lectures' descriptions in Chinese that a server has given out. */
const chineseOf = (served: Iterable<string>) =>
  [...new Set(served)].filter((path) => /\/zh[-_][^/]*\.js$/.test(path));

test('what does the first page weigh, the opening included?', async ({ page }) => {
  const server = await serving(dist, base);
  await page.goto(server.url);
  await expect(page.locator('.opening')).toBeVisible();
  await expect(page.locator('.lecture-card').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const script = weight(server.served, /\.m?js$/);
  console.log(`first page: ${(script / KB).toFixed(1)} KB of JavaScript`);
  expect(script).toBeGreaterThan(50 * KB);
  expect(script).toBeLessThanOrEqual(150 * KB);
  expect(chineseOf(server.served)).toEqual([]);
  // No engine is fetched before a reader wants to see it run.
  expect(weight(server.served, /\.wasm$/)).toBe(0);
});

test('what does a lecture weigh, from an empty cache to a running engine?', async ({ page }) => {
  const server = await serving(dist, base);
  await page.goto(server.url + lecture);
  await untilReady(page);
  await page.waitForLoadState('networkidle');

  const script = weight(server.served, /\.m?js$/);
  const wasm = weight(server.served, /\.wasm$/);
  console.log(
    `lecture: ${(script / KB).toFixed(1)} KB of JavaScript, ${(wasm / KB).toFixed(1)} KB of WebAssembly`,
  );
  expect(chineseOf(server.served)).toEqual([]);
  // A measure of nothing would pass, too.
  expect(script).toBeGreaterThan(50 * KB);
  expect(script).toBeLessThanOrEqual(190 * KB);
  expect(wasm).toBeGreaterThan(10 * KB);
  expect(wasm).toBeLessThanOrEqual(260 * KB);
});

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' });

  test('does a first visitor read the whole first page in Chinese?', async ({ page }) => {
    const server = await serving(dist, base);
    await page.goto(server.url);
    for (const part of ['.top-bar', '.opening h2', '.course-head', '.card-about', '.start-about'])
      await expect(page.locator(part).first()).toContainText(/[\u4e00-\u9fff]/);
    expect(chineseOf(server.served).length).toBeGreaterThan(3);
  });
});

test('does the policy in the page really forbid?', async ({ page, troubles }) => {
  await page.goto(`./${lecture}`);
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
