import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { isTurn } from '../effort';
import { forward, narration, toolsReady, where, withSpeaker } from './support/present';
import { single, untilReady } from './support/site';
import { openStage } from './support/stage';
import { expect, inDepthIf, type Troubles, test, watch } from './support/test';

// Both windows of the single file, opened by double click: with the browser's channel between
// files, and without it.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

let folder = '';
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'usb stick '));
  copyFileSync(fileURLToPath(single), join(folder, 'afterimage.html'));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

const file = (id: string) =>
  `file://${encodeURI(join(folder, 'afterimage.html'))}#v=1&s=${id}&step=mark`;

/** The narration in the speaker's picture of the screen. */
const mirrored = (speaker: Page) =>
  speaker.frameLocator('.mirror iframe').locator('.lecture-words .say').first();

/**
 * Opens the speaker's window once more; for a moment the browser still knows the one that was
 * closed.
 */
async function openAgain(page: Page, troubles: Troubles): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await expect(async () => {
    await page.keyboard.press('s');
    await expect.poll(() => page.context().pages().length, { timeout: 1000 }).toBe(2);
  }).toPass();
  const speaker = await opened;
  watch(speaker, troubles);
  return speaker;
}

/** A browser that isolates files has no channel between them. */
const withoutChannel = (page: Page) =>
  page.context().addInitScript(() => {
    Reflect.deleteProperty(window, 'BroadcastChannel');
  });

const WAYS = [
  ['stolen-page', false],
  ['page-before-log', true],
  ['which-fence', true],
] as const;
for (const [n, [id, apart]] of WAYS.entries()) {
  const title = `are both windows of the file in step: ${id}, ${apart ? 'by the opener' : 'by the channel'}?`;
  // A second lecture works through the opener like the first one.
  test(title, inDepthIf(apart && !isTurn(n, 2)), async ({ page, troubles }) => {
    if (apart) await withoutChannel(page);
    await page.goto(file(id));
    await untilReady(page);
    let speaker = await withSpeaker(page, troubles);
    await forward(page, speaker, /mark 1 of/i);
    await forward(speaker, speaker, /question open/i);
    await expect(mirrored(speaker)).toHaveText(await narration(page).innerText());
    // One press shows the answer, at the same mark.
    const asked = await where(speaker).innerText();
    await speaker.keyboard.press('PageDown');
    await expect(where(speaker)).toHaveText(asked.replace(/ · question open/i, ''), {
      ignoreCase: true,
    });
    await expect(page.locator('.question.closed')).toBeVisible();
    // The map goes back from here, and the screen with it.
    await speaker.getByRole('navigation').getByRole('button').first().click();
    await expect(where(speaker)).toContainText(/mark 1 of/i);
    await expect(mirrored(speaker)).toHaveText(await narration(page).innerText());
    // A reload of either one.
    await speaker.reload();
    await expect(where(speaker)).toContainText(/mark 1 of/i);
    await page.reload();
    await untilReady(page);
    await toolsReady(page);
    await expect(where(speaker)).toContainText(/mark 1 of/i);
    await expect(speaker.locator('.company')).toHaveAttribute('data-company', 'together');
    await speaker.keyboard.press('b');
    await expect(page.locator('.present-black')).toBeVisible();
    await page.keyboard.press('b');
    // Closed, and opened again.
    await speaker.close();
    speaker = await openAgain(page, troubles);
    await expect(where(speaker)).toContainText(/mark 1 of/i);
    await speaker.keyboard.press('PageUp');
    await expect(where(speaker)).toContainText(/before the first mark/i);
    // The end closes it.
    const closed = speaker.waitForEvent('close');
    await page.keyboard.press('Escape');
    await closed;
  });
}

test('is a stranger’s message passed over, whatever its shape?', async ({ page, troubles }) => {
  await openStage(page, '#v=1&s=group-commit&step=mark');
  await withoutChannel(page);
  const speaker = await withSpeaker(page, troubles);
  await forward(page, speaker, /mark 1 of/i);
  const at = await where(speaker).innerText();
  const id = new URL(speaker.url()).hash.replace(/.*id=/, '');
  // A window of its own kind, and one that has read the pair's name, but says nothing that is
  // known.
  await page.evaluate((pair) => {
    const press = { kind: 'press', key: 'next' };
    const sent = [
      'next',
      press,
      { afterimage: 'another', from: 'speaker 1', number: 1, message: press },
      { afterimage: pair, from: 'screen 1', number: 1, message: press },
      { afterimage: pair, from: 'speaker 2', number: 'x', message: press },
      { afterimage: pair, from: 'speaker 3', number: 1, message: { kind: 'press', key: 'format' } },
      { afterimage: pair, from: 'speaker 4', number: 1, message: { kind: 'go', place: 'end' } },
    ];
    for (const message of sent) window.postMessage(message, '*');
    // A page of another origin has no access here, even with the right messages.
    const stranger = document.createElement('iframe');
    stranger.setAttribute('sandbox', 'allow-scripts');
    document.body.append(stranger);
    const event = new MessageEvent('message', {
      data: { afterimage: pair, from: 'speaker 5', number: 1, message: press },
      origin: 'https://elsewhere.example',
      source: stranger.contentWindow,
    });
    window.dispatchEvent(event);
    stranger.remove();
  }, id);
  await page.waitForTimeout(500);
  expect(await where(speaker).innerText()).toBe(at);
  // And both windows still hear each other.
  await speaker.keyboard.press('PageUp');
  await expect(where(speaker)).toContainText(/before the first mark/i);
});
