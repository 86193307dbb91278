import type { Page } from '@playwright/test';
import { isTurn } from '../effort';
import {
  closed,
  lectures,
  openLecture,
  press,
  progress,
  question,
  showAnswer,
} from './support/lecture';
import { openStage, playhead, position } from './support/stage';
import { expect, inDepthIf, test } from './support/test';
import { brokenQuestion } from './support/whole_question';

// The ways through a lecture: keys, a clicker, a finger, the timeline, the browser's own buttons.

/** Marks 2 and 3 of its five ask; the first has three answers. */
const LECTURE = 'value-that-never-existed';
const OPEN = `#s=${LECTURE}`;
const PHONE = { width: 390, height: 844 };
/** A low and narrow one. */
const DESK = { width: 1024, height: 768 };

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('do space, page keys and digits go on outside of controls, and leave a control its own keys?', async ({
  page,
}) => {
  await openStage(page, OPEN);
  // The focus is on Next: a space presses it once, and not twice.
  await expect(page.locator('.lecture-next')).toBeFocused();
  await press(page, ' ');
  await expect(progress(page)).toHaveText('1 of 5');
  // On another control a space is that control's.
  const script = page.getByRole('button', { name: 'Script' });
  await script.focus();
  await press(page, ' ');
  await expect(script).toHaveAttribute('aria-expanded', 'true');
  await expect(progress(page)).toHaveText('1 of 5');
  await page.keyboard.press('Escape');
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await press(page, ' ');
  await expect(question(page)).toBeVisible();
  // Elsewhere than in a question a digit chooses the step, and the address knows it; here it
  // answers, if it can.
  await page.keyboard.press('5');
  await expect(question(page)).toBeVisible();
  await expect(page).not.toHaveURL(/step=operation/);
  await press(page, 'PageUp');
  await expect(progress(page)).toHaveText('1 of 5');
  await page.keyboard.press('5');
  await expect(page).toHaveURL(/step=operation/);
  await page.reload();
  await expect(progress(page)).toHaveText('1 of 5');
  await page.getByRole('button', { name: /one step/ }).click();
  await expect(page.getByRole('combobox', { name: /step/i })).toHaveValue('operation');
  await page.keyboard.press('Escape');
  await press(page, 'PageDown');
  await page.keyboard.press('2');
  await expect(question(page)).toHaveCount(0);
  await expect(page.locator('.lecture-progress .sign')).toHaveCount(1);
});

test('does Back go one narration back: between marks, from a question, from a visited power cut, from the end?', async ({
  page,
}) => {
  await openStage(page, OPEN);
  const first = await press(page);
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  const back = page.getByRole('button', { name: 'Back', exact: true });
  await back.click();
  expect(await position(page)).toBe(first);
  const asked = await press(page);
  await press(page, 'ArrowLeft');
  expect(await position(page)).toBe(first);
  await press(page);
  await page.keyboard.press('1');
  await page.getByRole('button', { name: /Show me/ }).click();
  await expect(page.getByRole('button', { name: 'Back to the question' })).toBeVisible();
  await expect(progress(page)).toHaveText('2 of 5');
  await back.click();
  await expect.poll(() => position(page)).toBe(asked);
  // The browser's own Back leads to what was looked at, and on to where one was.
  await page.goBack();
  await expect(page.getByTestId('live')).toContainText('recovery');
  await page.goForward();
  await expect.poll(() => position(page)).toBe(asked);
  await expect(question(page)).toHaveCount(0);
  await press(page);
  await showAnswer(page);
  const end = [await press(page), await press(page)].at(-1);
  await press(page);
  const summary = page.locator('[data-recap]');
  await expect(summary).toBeVisible();
  await expect(page.locator('.recap-score')).toContainText('this visit took one minute');
  await page.reload();
  await expect(summary).toBeVisible();
  await back.click();
  await expect(summary).toHaveCount(0);
  expect(await position(page)).toBe(end);
});

test('do scrubbing and Home and End keep to the first open question, and do questions behind a link count as not asked?', async ({
  page,
}) => {
  await openStage(page, OPEN);
  await press(page);
  const asked = await press(page);
  await press(page, 'Home');
  const lanes = await page.locator('.timeline svg').boundingBox();
  const head = await playhead(page).boundingBox();
  if (!lanes || !head) throw new Error('no lanes');
  await page.mouse.move(head.x + 2, lanes.y + 40);
  await page.mouse.down();
  for (const part of [0.5, 0.7, 0.9]) {
    await page.mouse.move(lanes.x + lanes.width * part, lanes.y + 40);
    expect(await position(page)).toBeLessThanOrEqual(asked);
  }
  await page.mouse.up();
  await expect(question(page)).toBeVisible();
  expect(await position(page)).toBe(asked);
  const later = await page.evaluate(() => window.location.hash.replace(/at=[^&]*/, 'at=1~end'));
  await page.goto('about:blank');
  await openStage(page, later);
  await expect(page.locator('.lecture-progress .sign.open')).toHaveCount(2);
  await press(page);
  await expect(page.getByRole('button', { name: 'Ask me', exact: true })).toHaveCount(2);
  await page.getByRole('button', { name: 'Ask me', exact: true }).first().click();
  await expect(question(page)).toBeVisible();
  expect(await position(page)).toBe(asked);
  await page.keyboard.press('1');
  await expect(page.locator('.lecture-progress .sign.open')).toHaveCount(1);
  // Begin again forgets, also what the browser keeps.
  await press(page, 'Home');
  await page.getByRole('button', { name: 'Begin again' }).click();
  await expect(page.locator('.lecture-progress .sign')).toHaveCount(0);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('afterimage.lectures') ?? ''))
    .not.toContain('"truth"');
  await expect(page).toHaveURL(/at=start/);
  await page.reload();
  await expect(progress(page)).toHaveText('0 of 5');
  await expect(page.locator('.lecture-progress .sign')).toHaveCount(0);
});

/** Moves one finger by real touches. */
async function swipe(page: Page, dx: number, dy: number): Promise<void> {
  const box = await page.locator('[data-say]').boundingBox();
  if (!box) throw new Error('nothing is said');
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(40, box.height / 2)];
  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', part: number) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + dx * part, y: y + dy * part }],
    });
  await touch('touchStart', 0);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', part);
  await touch('touchEnd', 1);
  await client.detach();
}

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: PHONE });

  test('does a tap or a swipe on the narration go on, a swipe back go back, and scrolling neither?', async ({
    page,
  }) => {
    await openStage(page, OPEN);
    await page.locator('[data-say]').tap();
    await expect(progress(page)).toHaveText('1 of 5');
    await swipe(page, -120, 0);
    await expect(question(page)).toBeVisible();
    await showAnswer(page);
    await swipe(page, 120, 0);
    await expect(progress(page)).toHaveText('1 of 5');
    await swipe(page, 0, -120);
    await swipe(page, 20, 120);
    await expect(progress(page)).toHaveText('1 of 5');
    await page.locator('[data-say]').tap();
    await expect(progress(page)).toHaveText('2 of 5');
  });
});

/** The parts of a lecture's words that cannot be read or reached now, in a few words each. */
function unreadable(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const [width, height] = [window.innerWidth, window.innerHeight];
    if (document.documentElement.scrollWidth > width) found.push('the page scrolls sideways');
    const next = document.querySelector('.lecture-next')?.getBoundingClientRect();
    if (!next || next.bottom > height + 1 || next.top < 0) found.push('Next is out of sight');
    const asked = document.querySelector('[data-question=open]');
    const words = asked
      ? [...asked.querySelectorAll('.question-words, .choice, input, .order-words')]
      : [...document.querySelectorAll('.say')];
    for (const each of words) {
      const name = `${each.className}: ${each.textContent?.slice(0, 30)}`;
      if (each.scrollWidth > each.clientWidth + 1) found.push(`too wide: ${name}`);
      let { left, right, top, bottom } = each.getBoundingClientRect();
      if (right - left < 2 || bottom - top < 2) found.push(`not seen: ${name}`);
      // A part that is cut must be in something that scrolls.
      for (let box = each.parentElement; box; box = box.parentElement) {
        const { overflowY, overflowX } = getComputedStyle(box);
        if (overflowY === 'visible' && overflowX === 'visible') continue;
        const around = box.getBoundingClientRect();
        if (left < around.left - 1 || right > around.right + 1) found.push(`cut: ${name}`);
        if (overflowY === 'auto' || overflowY === 'scroll') {
          ({ left, right, top, bottom } = around);
        } else if (top < around.top - 1 || bottom > around.bottom + 1) found.push(`cut: ${name}`);
      }
      if (bottom > height + 1 || top < -1) found.push(`below the page: ${name}`);
    }
    return found;
  });
}

// In the usual run a quarter of the lectures, others than are led through in front of a class and
// at a desk.
for (const part of [0, 1, 2, 3]) {
  test(
    `is nothing of a lecture's Chinese cut on a phone, and Next always in sight (${part + 1})?`,
    inDepthIf(!isTurn(part + 2)),
    async ({ page }) => {
      test.slow();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize(PHONE);
      await openStage(page);
      for (const lecture of lectures.filter((_, n) => n % 4 === part)) {
        await openLecture(page, lecture.id, '&lang=zh');
        expect(await unreadable(page), lecture.id).toEqual([]);
        const marks = lecture.marks?.length ?? 0;
        for (let mark = 1; mark <= marks; mark++) {
          await press(page);
          await expect(progress(page)).toHaveText(new RegExp(`${mark}.*${marks}`));
          const where = `${lecture.id}, mark ${mark}`;
          expect(await unreadable(page), where).toEqual([]);
          if ((await question(page).count()) === 0) continue;
          expect(await brokenQuestion(page, [PHONE, DESK]), where).toEqual([]);
          await question(page).getByRole('button', { name: '显示答案' }).click();
          await closed(page);
          expect(await unreadable(page), `${where}, answered`).toEqual([]);
        }
      }
    },
  );
}
