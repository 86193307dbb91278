// `npm run pictures:teaching`: the pictures of docs/teaching.md, taken of the built site as a class
// and a lecturer see it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensure } from './bootstrap.mjs';
import { classServer } from './class/server.mjs';
import { main, Problem, root } from './process.mjs';
import { browserPath } from './tools.mjs';

/** @typedef {import('@playwright/test').Page} Page */

const SIZE = { width: 1100, height: 690 };
const PHONES = 120;
/** The numbers of students who choose each answer. */
const CHOSEN = [38, 61, 21];

/** @param {string} url @param {string} path @param {object} value */
const post = async (url, path, value) => {
  const headers = { 'content-type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify(value) };
  return (await fetch(`${url}/class/rooms${path}`, sent)).json();
};

/**
 * The name of the question that a phone is asked.
 * @param {string} url
 * @param {string} path of its line
 */
async function questionAt(url, path) {
  const line = await fetch(`${url}/class/rooms${path}`);
  let text = '';
  for await (const part of line.body ?? []) {
    text += Buffer.from(part).toString('utf8');
    const found = /^data: (.*)\n/m.exec(text)?.[1];
    // Leaving the loop ends the connection, too.
    if (found !== undefined) return JSON.parse(found).question.id;
  }
  throw new Problem('nothing is asked');
}

/**
 * A lecture in front of a class whose phones have answered.
 * @param {Page} page
 * @param {string} url
 */
async function projector(page, url) {
  await page.goto(`${url}/#v=1&s=group-commit&lang=en&step=mark`);
  await page.locator('.lecture-next').waitFor();
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  await page.locator('.present-tools').waitFor({ state: 'attached' });
  await page.keyboard.press('l');
  await page.getByRole('button', { name: 'Open a room' }).click();
  const shown = await page.locator('.live-code').innerText();
  const code = shown.replace('Room', '').trim();
  await page.keyboard.press('Escape');
  const open = page.locator('[data-question=open]');
  while ((await open.count()) === 0) {
    await page.keyboard.press('PageDown');
    await page.waitForTimeout(500);
  }
  await page.locator('.hands').waitFor();
  let question;
  for (let n = 0; n < PHONES; n++) {
    const { client } = await post(url, `/${code}/join`, {});
    question ??= await questionAt(url, `/${code}/events?client=${client}`);
    const answer = String([0, 1, 'same'][n < 38 ? 0 : n < 99 ? 1 : 2]);
    await post(url, `/${code}/answer`, { client, question, answer });
  }
  await page.locator('.hands b', { hasText: String(CHOSEN[2]) }).waitFor();
}

/** A plan while it is being edited. @param {Page} page @param {string} url */
async function plan(page, url) {
  await page.goto(`${url}/#v=1&w=plan&lang=en`);
  await page.getByRole('button', { name: /^Start from A double lesson/ }).click();
  await page.getByRole('button', { name: 'Show as a QR code' }).click();
  await page.locator('.qr-code').waitFor();
  await page.evaluate(() => document.querySelector('#main')?.scrollTo(0, 0));
}

await main(async () => {
  await ensure([]);
  const site = join(root, 'dist');
  if (!existsSync(join(site, 'join.html'))) throw new Problem('run "npm run build" first');
  const { chromium } = await import('@playwright/test');
  const { server } = classServer({ site, addresses: () => ['http://192.168.1.20:8642'] });
  await new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(undefined)));
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
  const executablePath = browserPath();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox'],
  });
  for (const [name, act] of /** @type {const} */ ([
    ['teaching_live', projector],
    ['teaching_plan', plan],
  ])) {
    const page = await browser.newPage({ viewport: SIZE, reducedMotion: 'reduce', locale: 'en' });
    await act(page, url);
    const path = join(root, 'docs', `${name}.png`);
    await page.screenshot({ path });
    process.stdout.write(`docs/${name}.png\n`);
    await page.close();
  }
  await browser.close();
  server.close();
  server.closeAllConnections();
});
