import { isTurn } from '../effort';
import {
  arrived,
  asksOf,
  leaveLecture,
  lectures,
  openLecture,
  press,
  progress,
  question,
  showAnswer,
} from './support/lecture';
import { openStage, settled } from './support/stage';
import { expect, inDepthIf, test } from './support/test';

test(
  'does each lecture open from the library, in both languages, with its narration?',
  inDepthIf(true),
  async ({ page }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openStage(page, '#w=lectures');
    const buttons = page.locator('.numbered button.lecture-title');
    await expect(buttons.first()).toBeVisible();
    const titles = await buttons.allInnerTexts();
    expect(titles).toHaveLength(lectures.length);
    const said = page.locator('.lecture .say').first();
    for (const title of titles) {
      await page.getByRole('button', { name: title, exact: true }).click();
      await expect(page.locator('.lecture-name')).toHaveText(title);
      const about = await said.innerText();
      await press(page);
      await expect(progress(page)).toHaveText(/^1 of/);
      expect(await said.innerText()).not.toBe(about);
      await page.getByRole('button', { name: /Course$/ }).click();
    }
    await page.getByRole('button', { name: titles[0] ?? '', exact: true }).click();
    await page.getByRole('button', { name: '中文' }).click();
    await expect(said).toContainText(/[\u4e00-\u9fff]/);
  },
);

const asking = lectures.filter((lecture) => asksOf(lecture) > 0);
/** A few lectures in one page; in a usual run one of these, each day another. */
const GROUPS = 8;
const groups = Array.from({ length: GROUPS }, (_, n) =>
  asking.filter((_, at) => at % GROUPS === n),
);

for (const [n, group] of groups.entries()) {
  test(
    `are predictions asked before the engine reveals, then graded by it (${n + 1})?`,
    inDepthIf(!isTurn(n, GROUPS)),
    async ({ page }) => {
      test.slow();
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await openStage(page);
      for (const lecture of group) {
        await openLecture(page, lecture.id);
        let asked = 0;
        for (const { ask } of lecture.marks ?? []) {
          await press(page);
          if (!ask) continue;
          asked++;
          await expect(question(page), lecture.id).toBeVisible();
          await expect(page.locator('.fate-card')).toHaveCount(0);
          // The record that recovery has just looked at is the answer.
          if (ask.kind === 'undone-next')
            await expect(page.locator('svg.tiers .item.touched')).toHaveCount(0);
          // Nor does anything say what has just happened.
          await expect(page.locator('.playhead text'), lecture.id).toHaveText(/^[\d.]+ \S+$/);
          if (ask.kind === 'fate') await page.keyboard.press('3');
          else if (ask.kind === 'value-after-crash') {
            await question(page).getByRole('textbox').fill('123456');
            await question(page).getByRole('button', { name: 'Answer', exact: true }).click();
          } else await showAnswer(page);
          const closed = page.locator('[data-question=closed]');
          await expect(closed.locator('.answer'), lecture.id).not.toBeEmpty({
            timeout: 20_000,
          });
        }
        expect(asked, lecture.id).toBe(asksOf(lecture));
      }
    },
  );
}

test('does a verdict under a weaker promise say who is gone, and that this is allowed?', async ({
  page,
}) => {
  await openStage(page, '#v=1&s=asynchronous-commit');
  await leaveLecture(page);
  await settled(page);
  await page.keyboard.press('End');
  const verdict = page.locator('.panel.verdict');
  await expect(verdict).toContainText('Consistent');
  await expect(verdict).toContainText('T3, T4');
  await expect(verdict).toContainText('Allowed: the promise is prefix-consistent');
  await page.getByRole('button', { name: 'System and parameters' }).click();
  await expect(page.getByText('of what is acknowledged, a prefix survives')).toBeVisible();
});

const DESKS = [
  [1440, 900],
  [1280, 720],
] as const;
for (const [n, [width, height]] of DESKS.entries()) {
  const title = `is the survival strip in sight at a desk, ${width} by ${height}?`;
  test(title, inDepthIf(!isTurn(n, 2)), async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openStage(page, '#s=group-commit');
    await page.keyboard.press('ArrowRight');
    await arrived(page);
    // While a question is open the strip would answer it.
    await page.getByRole('button', { name: 'Show the answer' }).click();
    await expect(page.getByText('T1 survives?')).toBeVisible();
    const pane = await page.locator('.lecture-time').boundingBox();
    const strip = await page.getByText('T1 survives?').boundingBox();
    if (!pane || !strip) throw new Error('no strip');
    expect(strip.y + strip.height).toBeLessThanOrEqual(pane.y + pane.height);
    const scrolls = await page
      .locator('.lecture-time')
      .evaluate((each) => each.scrollHeight - each.clientHeight);
    expect(scrolls).toBeLessThanOrEqual(1);
  });
}
