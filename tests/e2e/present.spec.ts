import type { Page } from '@playwright/test';
import { forward, narration, toolsReady, where, withSpeaker } from './support/present';
import { untilReady } from './support/site';
import { openStage } from './support/stage';
import { expect, test } from './support/test';
import { timePasses } from './support/time_passes';

// Another test covers the playing between marks: a press here reaches the next mark at once.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const toQuestion = (page: Page, speaker: Page) => forward(page, speaker, /question open/i);

test('does the speaker’s window stay in step with the screen, in both directions?', async ({
  page,
  troubles,
}) => {
  await openStage(page, '#v=1&s=group-commit&step=mark');
  const speaker = await withSpeaker(page, troubles);
  await expect(where(speaker)).toContainText('before the first mark');
  await expect(speaker.getByRole('main')).toHaveCount(1);
  // The screen leads.
  await forward(page, speaker, /mark 1 of/i);
  // The speaker leads: by key and by button.
  await forward(speaker, speaker, /mark 2 of/i);
  const said = await narration(page).innerText();
  await speaker.getByRole('button', { name: 'Back' }).click();
  await expect(where(speaker)).toContainText('mark 1 of');
  await expect(narration(page)).not.toHaveText(said);
  // The screen of the class is drawn again, at its real size.
  const mirror = speaker.frameLocator('.mirror iframe');
  await expect(mirror.locator('svg.tiers[role=group]')).toBeAttached();
  await expect(mirror.locator('.lecture-words .say').first()).toHaveText(
    await narration(page).innerText(),
  );
  const size = page.viewportSize();
  expect(await speaker.locator('.mirror iframe').getAttribute('style')).toContain(
    `width: ${size?.width}px`,
  );
});

test('are hands counted for the class, and the engine’s answer for the speaker alone until it is shown?', async ({
  page,
  troubles,
}) => {
  await openStage(page, '#v=1&s=group-commit&step=mark');
  const speaker = await withSpeaker(page, troubles);
  await toQuestion(page, speaker);
  await expect(speaker.getByTestId('truth')).toContainText('for your eyes only');
  const truth = /Engine: (.*), for/.exec(await speaker.getByTestId('truth').innerText())?.[1] ?? '';
  expect(truth).not.toBe('');
  const fields = speaker.locator('.speaker-tally input');
  await expect(fields).toHaveCount(3);
  await fields.nth(1).fill('17');
  await speaker.locator('.tally-row').nth(2).getByRole('button', { name: /more/ }).click();
  await expect(speaker.locator('.speaker-tally .hands-head')).toContainText('18 hands');
  // The class does not see it yet.
  await expect(page.locator('.hands')).toHaveCount(0);
  await speaker.getByRole('button', { name: 'Show the hands' }).click();
  await expect(page.locator('.hands b')).toHaveText(['0', '17', '1']);
  await expect(page.locator('.hands [data-engine]')).toHaveCount(0);
  await page.keyboard.press('PageDown');
  await expect(page.locator('.hands [data-engine] .tally-label')).toHaveText(truth);
});

test('can hands be counted in the main window, by keyboard alone?', async ({ page, troubles }) => {
  await openStage(page, '#v=1&s=group-commit&step=mark');
  const speaker = await withSpeaker(page, troubles);
  await toQuestion(page, speaker);
  await page.bringToFront();
  await page.keyboard.press('h');
  await page.locator('.hands input').first().focus();
  await page.keyboard.type('4');
  await expect(speaker.locator('.speaker-tally input').first()).toHaveValue('4');
  await page.getByRole('button', { name: 'Show the hands' }).press('Enter');
  await expect(page.locator('.hands b').first()).toHaveText('4');
  // Beside a field, and while the class sees them, digits count a hand and answer nothing; without
  // the panel they answer.
  await page.keyboard.press('h');
  await page.locator('.hands .heading').click();
  for (const digit of ['2', '2', '1', '9', '0']) await page.keyboard.press(digit);
  await expect(page.locator('.hands input').nth(1)).toHaveValue('2');
  await page.keyboard.press('h');
  await page.keyboard.press('3');
  await expect(page.locator('.hands b')).toHaveText(['5', '2', '1']);
  await speaker.bringToFront();
  await speaker.keyboard.press('3');
  await expect(page.locator('.hands b')).toHaveText(['5', '2', '2']);
  await page.bringToFront();
  await expect(page.locator('[data-question=open]')).toBeVisible();
  await speaker.getByRole('button', { name: 'Hide the hands' }).click();
  await expect(page.locator('.hands')).toHaveCount(0);
  await page.keyboard.press('1');
  await expect(page.locator('[data-question=open]')).toHaveCount(0);
});

test('does a reload of either window find the other one again, with hands and time?', async ({
  page,
  troubles,
}) => {
  await openStage(page, '#v=1&s=group-commit&step=mark');
  const speaker = await withSpeaker(page, troubles);
  await toQuestion(page, speaker);
  await speaker.locator('.speaker-tally input').first().fill('9');
  await expect(speaker.locator('.speaker-tally .hands-head')).toContainText('9 hands');
  await speaker.reload();
  await expect(where(speaker)).toContainText('question open');
  await expect(speaker.locator('.speaker-tally input').first()).toHaveValue('9');
  await expect(
    speaker.frameLocator('.mirror iframe').locator('svg.tiers[role=group]'),
  ).toBeAttached();
  const at = await where(speaker).innerText();
  await timePasses(page, 400);
  await page.reload();
  await untilReady(page);
  await expect(speaker.locator('.company')).toHaveAttribute('data-company', 'together');
  await expect(where(speaker)).toHaveText(at, { ignoreCase: true });
  await expect(speaker.locator('.speaker-tally input').first()).toHaveValue('9');
  await page.keyboard.press('PageUp');
  await expect(where(speaker)).not.toHaveText(at, { ignoreCase: true });
});

test('do black screen, pointer and the end work from both windows?', async ({ page, troubles }) => {
  await openStage(page, '#v=1&s=group-commit&step=mark');
  const speaker = await withSpeaker(page, troubles);
  const black = page.locator('.present-black');
  await page.keyboard.press('.');
  await expect(black).toBeVisible();
  // The clicker's next press brings the picture back, and goes nowhere.
  await page.keyboard.press('PageDown');
  await expect(black).toHaveCount(0);
  await expect(where(speaker)).toContainText('before the first mark');
  await speaker.keyboard.press('b');
  await expect(black).toBeVisible();
  await speaker.keyboard.press('b');
  await expect(black).toHaveCount(0);
  await page.keyboard.press('p');
  const dot = page.locator('.present-pointer');
  const middle = async () => {
    const box = await dot.boundingBox();
    return box && [Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2)];
  };
  await page.mouse.move(300, 200);
  await expect.poll(middle).toEqual([300, 200]);
  const size = page.viewportSize() ?? { width: 0, height: 0 };
  await expect
    .poll(async () => {
      // The picture of the screen may still find its place.
      const mirror = await speaker.locator('.mirror').boundingBox();
      if (!mirror) throw new Error('no picture of the screen');
      await speaker.mouse.move(mirror.x + mirror.width / 2, mirror.y + mirror.height / 4);
      const [x = 0, y = 0] = (await middle()) ?? [];
      return Math.abs(x - size.width / 2) < 3 && Math.abs(y - size.height / 4) < 3;
    })
    .toBe(true);
  const closed = speaker.waitForEvent('close');
  await page.keyboard.press('Escape');
  await expect(page.locator('.present-tools')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-layout', 'desk');
  await closed;
});

test('does a speaker’s window without a lecture say how to go on?', async ({ page }) => {
  await page.goto('./#v=present&id=nobody');
  await expect(page.getByRole('alert')).toContainText('press Present', { timeout: 5000 });
});

test('do all keys of a clicker go on and back, and are the browser’s own keys left alone?', async ({
  page,
}) => {
  await openStage(page, '#v=1&s=page-before-log&layout=projection');
  await toolsReady(page);
  const start = await narration(page).innerText();
  for (const [on, back] of [
    ['PageDown', 'PageUp'],
    ['ArrowRight', 'ArrowLeft'],
    ['ArrowDown', 'ArrowUp'],
  ] as const) {
    await page.keyboard.press(on);
    await expect(narration(page)).not.toHaveText(start);
    await page.keyboard.press(back);
    await expect(narration(page)).toHaveText(start);
  }
  const taken = await page.evaluate(() =>
    ['F5', 'F11', 'F12', 'Tab'].filter((key) => {
      const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    }),
  );
  expect(taken).toEqual([]);
});

test('does F fill the screen, and does leaving it by the browser end presenting?', async ({
  page,
}) => {
  await openStage(page, '#v=1&s=page-before-log&layout=projection');
  await toolsReady(page);
  const full = () => page.evaluate(() => document.fullscreenElement !== null);
  await page.keyboard.press('f');
  await expect.poll(full).toBe(true);
  await page.keyboard.press('f');
  await expect.poll(full).toBe(false);
  await expect(page.locator('.present-tools')).toBeAttached();
  await page.keyboard.press('f');
  await expect.poll(full).toBe(true);
  // The browser leaves the full screen at Esc.
  await page.evaluate(() => document.exitFullscreen());
  await expect(page.locator('.present-tools')).toHaveCount(0);
  await expect(page.locator('html')).toHaveAttribute('data-layout', 'desk');
});
