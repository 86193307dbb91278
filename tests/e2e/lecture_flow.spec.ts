import { isTurn } from '../effort';
import {
  arrived,
  asksOf,
  lectures,
  openLecture,
  press,
  progress,
  question,
  recap,
  showAnswer,
} from './support/lecture';
import { openStage, playhead, position } from './support/stage';
import { standing } from './support/standing';
import { expect, inDepthIf, test } from './support/test';
import {
  brokenQuestion,
  DESKS_AND_PHONES,
  LOW_AND_PHONE,
  unseenWords,
} from './support/whole_question';

// One way forward: from narration to narration, and past no open question.

/** Marks 2 and 3 of its five ask; the first asks what becomes of a transaction. */
const LECTURE = 'value-that-never-existed';
const OPEN = `#s=${LECTURE}`;

/**
 * A few lectures in one page; the usual run has a quarter of them, others than
 * present_halls.spec.ts and lecture_hands.spec.ts.
 */
const groups = Array.from({ length: 4 }, (_, n) => lectures.filter((_, at) => at % 4 === n));

for (const [n, group] of groups.entries()) {
  test(
    `does Next lead through each lecture, mark by mark, and ask every question (${n + 1})?`,
    inDepthIf(!isTurn(n + 1)),
    async ({ page }) => {
      test.slow();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await openStage(page);
      const broken: string[] = [];
      for (const lecture of group) {
        await openLecture(page, lecture.id);
        const marks = lecture.marks?.length ?? 0;
        let asked = 0;
        let places = '';
        for (let mark = 1; mark <= marks; mark++) {
          const at = await press(page);
          await expect(progress(page), lecture.id).toHaveText(`${mark} of ${marks}`);
          // Nothing but data moves.
          if (mark === 1) places = await standing(page);
          else expect(await standing(page), lecture.id).toBe(places);
          if ((await question(page).count()) === 0) {
            for (const fault of await unseenWords(page, LOW_AND_PHONE))
              broken.push(`${lecture.id}, mark ${mark}, ${fault}`);
            continue;
          }
          asked++;
          // No kind of step and no jump passes it; for a power cut one may look for the place.
          const ask = lecture.marks?.[mark - 1]?.ask;
          const finer = ask?.kind === 'cut' ? [] : ['Shift+ArrowRight', 'End'];
          for (const key of ['PageDown', ' ', ...finer]) await press(page, key);
          expect(await position(page), lecture.id).toBe(at);
          // No fate is drawn, and the question is complete at every size.
          await expect(page.locator('.fate-card, .fate')).toHaveCount(0);
          for (const fault of await brokenQuestion(page, DESKS_AND_PHONES))
            broken.push(`${lecture.id}, mark ${mark}, ${fault}`);
          await showAnswer(page);
          for (const fault of await unseenWords(page, LOW_AND_PHONE))
            broken.push(`${lecture.id}, mark ${mark}, answered, ${fault}`);
        }
        expect(asked, lecture.id).toBe(asksOf(lecture));
        await press(page);
        await expect(recap(page), lecture.id).toBeVisible();
      }
      expect(broken).toEqual([]);
    },
  );
}

test('does every kind of step stop at every mark and question, from a link that steps otherwise?', async ({
  page,
}) => {
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStage(page);
  for (const step of ['statement', 'micro-operation', 'transaction'] as const) {
    await openLecture(page, 'acknowledged-survives');
    await openLecture(page, LECTURE, `&step=${step}`);
    await press(page);
    await expect(progress(page)).toHaveText('1 of 5');
  }
  // By the finer steps, too: each size in turn, from the beginning, where the link's own size
  // counts no more.
  for (const size of ['2', '3', '4', '5', '6']) {
    await press(page, 'Home');
    await page.keyboard.press(size);
    const seen: string[] = [];
    for (let n = 0; n < 400 && (await question(page).count()) === 0; n++) {
      await page.keyboard.press('Shift+ArrowRight');
      seen.push((await progress(page).textContent()) ?? '');
    }
    expect(seen, size).toContain('1 of 5');
    expect(seen.at(-1), size).toBe('2 of 5');
    const at = await position(page);
    await press(page, 'Shift+ArrowRight');
    expect(await position(page)).toBe(at);
  }
});

test('do timeline, marks and links stop at the first open question, and a link into the middle there?', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStage(page, OPEN);
  await press(page);
  const box = await page.locator('.timeline svg').boundingBox();
  if (!box) throw new Error('no lanes');
  await page.mouse.click(box.x + box.width - 40, box.y + 40);
  await expect(question(page)).toBeVisible();
  const asked = await position(page);
  const middle = await page.evaluate(() => window.location.hash);
  await page.evaluate(() => {
    window.location.hash = window.location.hash.replace(/at=[^&]*/, 'at=1~end');
  });
  await expect(question(page)).toBeVisible();
  expect(await position(page)).toBe(asked);
  const later = middle.replace(/at=[^&]*/, 'at=1~end');
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await openStage(page, later);
  expect(await position(page)).toBeGreaterThan(asked);
  await expect(question(page)).toHaveCount(0);
  // Nothing reveals a later question: fates are drawn up to the first question, long before the
  // playhead.
  const head = await page.getByRole('slider', { name: 'Playhead' }).boundingBox();
  const edges = await page
    .locator('.fate')
    .evaluateAll((fates) => fates.map((fate) => fate.getBoundingClientRect().right));
  for (const edge of edges) expect(edge).toBeLessThan((head?.x ?? 0) - 100);
});

test('is what lies between two marks played in about two seconds, and ended by a further press?', async ({
  page,
}) => {
  await openStage(page, OPEN);
  const playing = page.locator('[data-playing]');
  const next = page.getByRole('button', { name: /^(Begin|Next)/ });
  await next.click();
  await expect(playing).toBeVisible();
  await expect(next).toContainText('playing to mark 1');
  const started = Date.now();
  await arrived(page);
  expect(Date.now() - started).toBeLessThan(4000);
  await expect(progress(page)).toHaveText('1 of 5');
  const first = await position(page);
  await page.keyboard.press('ArrowRight');
  await expect(playing).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(playing).toHaveCount(0, { timeout: 200 });
  expect(await position(page)).toBeGreaterThan(first);
  await expect(progress(page)).toHaveText('2 of 5');
});

test('is Next always the only filled button, in one place, and is focus on it but for questions?', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStage(page, OPEN);
  const next = page.locator('.lecture-next');
  await expect(next).toBeFocused();
  const place = await next.boundingBox();
  expect(place?.height).toBe(56);
  await press(page);
  await expect(next).toBeFocused();
  expect(await next.boundingBox()).toEqual(place);
  await press(page);
  await expect(question(page)).toBeFocused();
  await expect(next).toHaveText('Answer first');
  expect(await next.boundingBox()).toEqual(place);
  await showAnswer(page);
  await expect(next).toBeFocused();
  await expect(page.locator('.lecture-progress .sign')).toHaveText('·');
  // A tap on the narration goes on, too; Back goes back.
  await page.locator('[data-say]').click();
  await expect(progress(page)).toHaveText('3 of 5');
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(progress(page)).toHaveText('2 of 5');
  await expect(page.locator('.transport, .narration-tools')).toHaveCount(0);
});

test('does a power cut at an open question wait for the prediction, then lead aside and back?', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStage(page, OPEN);
  await press(page);
  await press(page);
  await page.keyboard.press('c');
  await page.locator('.cut-word').first().click();
  await expect(page.locator('.cut-panel')).toHaveCount(0);
  await showAnswer(page);
  const at = await position(page);
  await page.keyboard.press('c');
  const panel = page.locator('.cut-panel');
  await panel.getByRole('button', { name: 'Cut now' }).click();
  await expect(panel).toHaveCount(0);
  await expect(page.locator('.say')).toContainText('where the lecture does not');
  expect(await position(page)).toBeGreaterThan(at);
  await press(page, 'ArrowLeft');
  await expect(page.locator('.say')).not.toContainText('where the lecture does not');
  await expect.poll(() => position(page)).toBe(at);
});

test('is the future blank until it is reached or wanted?', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStage(page, OPEN);
  const lanes = page.locator('.timeline svg');
  const marks = page.locator('.mark-sign');
  await expect(marks).toHaveCount(0);
  await expect(page.locator('.power-cut')).toHaveCount(0);
  await expect(lanes).not.toContainText('recovery');
  await expect(lanes).not.toContainText('T2');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('button', { name: 'Script' }).click();
  const script = page.locator('.script');
  await expect(script).toContainText('commit');
  await expect(script).not.toContainText('begin T2');
  await press(page);
  await expect(marks).toHaveCount(1);
  await press(page);
  await expect(script).toContainText('begin T2');
  await page.getByRole('button', { name: 'If power failed now' }).click();
  await expect(page.getByText('Hidden until you have answered.')).toBeVisible();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Show the future' }).click();
  await expect(page.locator('.power-cut')).toHaveCount(1);
  await expect(marks).toHaveCount(5);
  await page.getByRole('button', { name: 'Show the future' }).click();
  await expect(page.locator('.power-cut')).toHaveCount(0);
  // On the stage itself nothing is hidden.
  await page.getByRole('button', { name: 'Open on the stage' }).click();
  await expect(page.locator('.power-cut')).toHaveCount(1);
  await page.keyboard.press('End');
  expect(await position(page)).toBe(Number(await playhead(page).getAttribute('aria-valuemax')));
  await page.getByRole('button', { name: 'Back to the lecture' }).click();
  await expect(page.locator('[data-lecture]')).toBeVisible();
});

test('does presenting show the answer by one press, go on by the next, and keep nothing?', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStage(page, `${OPEN}&layout=projection`);
  const next = page.locator('.lecture-next');
  await page.keyboard.press('PageDown');
  await page.keyboard.press('PageDown');
  await expect(next).toHaveText('Show the answer');
  await page.keyboard.press('PageDown');
  await expect(question(page)).toHaveCount(0);
  await expect(progress(page)).toHaveText('2 of 5');
  await page.keyboard.press('PageDown');
  await expect(progress(page)).toHaveText('3 of 5');
  expect(await page.evaluate(() => localStorage.getItem('afterimage.lectures'))).toBeNull();
});

test('does the end sum up, ask again what was missed, survive a reload, and lead on?', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStage(page, OPEN);
  await press(page);
  await press(page);
  await page.keyboard.press('3');
  await expect(question(page)).toHaveCount(0);
  await press(page);
  await showAnswer(page);
  for (let n = 0; n < 3; n++) await press(page);
  await expect(recap(page)).toBeVisible();
  await expect(page.locator('.recap-score')).toContainText('1 of 1');
  await expect(page.locator('.recap-seen svg.stage-thumb')).toHaveCount(3);
  await expect(page.locator('.power-cut')).toHaveCount(1);
  await expect(page.locator('.recap-asked li')).toHaveCount(2);
  await page.getByRole('button', { name: 'Ask me again' }).click();
  await expect(question(page)).toBeVisible();
  await expect(page).toHaveURL(/at=T2\.acknowledge/);
  await page.reload();
  await expect(page.locator('.lecture-progress .sign.right')).toHaveCount(1);
  await showAnswer(page);
  for (let n = 0; n < 3; n++) await press(page);
  await expect(page.locator('.recap-score')).toContainText('1 of 1');
  await page.locator('.recap-asked').getByRole('button', { name: 'Begin again' }).click();
  await expect(progress(page)).toHaveText('0 of 5');
  await expect(page.locator('.lecture-progress .sign')).toHaveCount(0);
  await expect(page.locator('.mark-sign')).toHaveCount(0);
});
