import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { classServer } from '../../web/scripts/class/server.mjs';
import { violations } from './support/axe';
import { OWN, ownCopy } from './support/own_copy';
import { toolsReady } from './support/present';
import { closeAfterTest } from './support/serving';
import { dist, untilReady } from './support/site';
import { expect, test, watch } from './support/test';

// A projector and a phone, and the server of a class between them. The lecture is a copy with a
// question of the lecturer's own.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** A class server over the built folder. */
async function startClass() {
  const { server } = classServer({ site: dist, addresses: () => [url] });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  closeAfterTest(() => {
    server.close();
    server.closeAllConnections();
  });
  return url;
}

/** Presses Next until the projector asks. */
async function untilAsked(page: Page): Promise<void> {
  await expect(async () => {
    if ((await page.locator('[data-question=open]').count()) === 0)
      await page.keyboard.press('PageDown');
    await expect(page.locator('[data-question=open]')).toBeVisible({ timeout: 700 });
  }).toPass({ timeout: 30_000 });
}

test('does a phone answer what the projector asks, and learn what is right when that is shown?', async ({
  page,
  browser,
  troubles,
}) => {
  const url = await startClass();
  await page.goto(`${url}/${ownCopy('group-commit').link}&step=mark`);
  await untilReady(page);
  await page.getByRole('button', { name: 'Present', exact: true }).click();
  await toolsReady(page);
  await page.keyboard.press('l');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Open a room' }).click();
  const code = await dialog.locator('.live-code').innerText();
  const room = code.replace('Room', '').trim();
  await expect(
    dialog.getByRole('img', { name: `Scan this, or open ${url}/join#${room}` }),
  ).toBeVisible();

  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await context.newPage();
  watch(phone, troubles);
  await phone.goto(`${url}/join`);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await phone.getByLabel('Code of the room').fill(room.toLowerCase());
  await phone.getByRole('button', { name: 'Join' }).click();
  await expect(phone.getByRole('status')).toHaveText('Wait for the question on the projector.');
  await expect(dialog.getByRole('status')).toHaveText('1 phone is here.');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await untilAsked(page);
  const bars = page.locator('.hands');
  await expect(bars).toContainText(`${url.slice(7)}/join · ${room} · 1 phone is here.`);
  const choices = phone.locator('.join-choice');
  await expect(choices).toHaveCount(await bars.locator('li').count());
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await violations(phone)).toEqual([]);
  await choices.nth(1).click();
  await expect(phone.getByRole('status')).toHaveText(
    'Your answer is counted. Look at the projector.',
  );
  await expect(bars.locator('b')).toHaveText(['0', '1', '0']);
  await expect(bars.locator('[data-engine]')).toHaveCount(0);
  await expect(phone.locator('[data-right]')).toHaveCount(0);
  // A phone that was away finds its answer again, and counts once.
  await page.keyboard.press('PageDown');
  await expect(bars.locator('[data-engine]')).toHaveCount(1, { timeout: 20_000 });
  await expect(phone.locator('[data-right]')).toHaveCount(1);
  await expect(choices.nth(1)).toContainText('yours');

  // The lecturer's own question. Without a connection an answer waits, and arrives later.
  await page.keyboard.press('PageDown');
  await untilAsked(page);
  await expect(page.locator('[data-question=open]')).toContainText(OWN.asked);
  await expect(phone.locator('.join-question')).toContainText(OWN.asked);
  await expect(choices.first()).toBeEnabled();
  await context.setOffline(true);
  await choices.first().click();
  await expect(phone.getByRole('status')).toContainText('has not arrived yet');
  await context.setOffline(false);
  await expect(phone.getByRole('status')).toContainText('is counted', { timeout: 15_000 });
  troubles.forget(/ERR_INTERNET_DISCONNECTED/);
  await expect(bars.locator('b').first()).toHaveText('1');

  await page.keyboard.press('l');
  await dialog.getByRole('button', { name: 'Close the room' }).click();
  await expect(phone.getByRole('status')).toHaveText('The room is closed. Thank you.');
  await context.close();
});

/** A presenter without a projector: opens a room, and says and hears what one would. */
async function openRoom(url: string) {
  const post = async (path: string, value: object, key = '') => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
    const body = JSON.stringify(value);
    const response = await fetch(`${url}/class/rooms${path}`, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    return response.json();
  };
  const { code, key } = (await post('', {})) as { code: string; key: string };
  return { code, as: (verb: string, value: object) => post(`/${code}/${verb}`, value, key) };
}

test('are steps put in order on a phone, numbers typed, and a power cut left to the projector?', async ({
  page,
  troubles,
}) => {
  const url = await startClass();
  const { code, as } = await openRoom(url);
  await page.setViewportSize({ width: 390, height: 844 });
  // A phone that still shows another room goes to this one with its code.
  await page.goto(`${url}/join#AAAAAA`);
  await expect(page.locator('.join')).toContainText('AAAAAA');
  await expect(page.locator('.join .warn')).toBeVisible();
  troubles.forget(/404/);
  await page.goto(`${url}/join#${code}`);
  const status = page.getByRole('status');
  await expect(status).toContainText('Wait for the question');
  const none = { choices: [], free: false, steps: [], shown: [] };

  // The steps are in the order of the projector, which is not the right one; answers give the
  // file's places.
  const steps = ['log', 'page', 'commit'];
  await as('ask', { ...none, id: 'order', words: 'In which order?', steps, shown: [2, 0, 1] });
  const buttons = page.locator('.join-choice');
  await expect(buttons).toHaveText(['commit', 'log', 'page']);
  await buttons.nth(0).click();
  await page.getByRole('button', { name: 'Begin again' }).click();
  for (const step of ['log', 'page', 'commit'])
    await page.getByRole('button', { name: step }).press('Enter');
  await expect(status).toContainText('is counted');
  await as('reveal', { question: 'order', right: ['0,2,1'] });
  await expect(page.locator('.join-question ol li')).toHaveText(['log', 'commit', 'page']);

  const choices = [{ id: '90', label: '90' }];
  await as('ask', { ...none, id: 'value', words: 'What is A?', choices, free: true });
  const field = page.getByLabel('A number');
  await field.fill('about 7');
  await field.press('Enter');
  await expect(field).toBeVisible();
  await field.fill(' -07 ');
  await field.press('Enter');
  await expect(status).toContainText('is counted');
  await expect(page.locator('.join-question')).toContainText('-7');
  expect(await violations(page)).toEqual([]);
  await as('reveal', { question: 'value', right: ['90'] });
  await expect(page.locator('[data-right]')).toHaveText(/90/);

  await as('ask', { ...none, id: 'cut', words: 'Cut the power where T1 is lost.' });
  await expect(page.locator('.join-question')).toContainText('is answered on the projector');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});

test('does a page without a class server say what is needed, and ask nobody?', async ({ page }) => {
  await page.goto('#v=1&s=group-commit');
  await untilReady(page);
  await page.getByRole('button', { name: 'More ways to present' }).click();
  await page.getByRole('button', { name: 'Let phones answer…' }).click();
  await expect(page.getByText('npm run build && npm run class')).toBeVisible();
  await page.goto('join.html');
  await expect(page.getByText('no class server has sent it')).toBeVisible();
});
