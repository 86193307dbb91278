import { isTurn } from '../effort';
import { closed, lectures, openLecture, press, question, showAnswer } from './support/lecture';
import { openStage } from './support/stage';
import { standing, standingNow } from './support/standing';
import { expect, inDepthIf, test } from './support/test';

// Nothing but data moves: at every size a structure keeps its place for the whole lecture, with and
// without a question. (lecture_flow.spec.ts looks at every lecture at a desk,
// tests/contract/stage_in_sight.test.ts at every position.)

const SIZES = [
  ['1024x768 in projection', 1024, 768, '&layout=projection'],
  ['1920x1080 in projection', 1920, 1080, '&layout=projection'],
  ['a phone', 390, 844, ''],
  ['a phone on its side', 844, 390, ''],
] as const;

/** One system of each kind, and one with a power cut in recovery. */
const SOME = ['group-commit', 'state-bit-last', 'crash-during-recovery', 'list-crash-any-line'];

for (const [n, [name, width, height, place]] of SIZES.entries()) {
  test(`does the stage stand still on ${name}?`, inDepthIf(!isTurn(n)), async ({ page }) => {
    test.slow();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height });
    await openStage(page, `#s=${SOME[0]}${place}`);
    for (const lecture of lectures.filter(({ id }) => SOME.includes(id))) {
      await openLecture(page, lecture.id, place);
      await press(page);
      const first = await standing(page);
      expect(first).toContain('translate');
      for (const mark of (lecture.marks ?? []).slice(1)) {
        if ((await question(page).count()) > 0) {
          if (place === '') await showAnswer(page);
          // One press shows the answer in front of a class.
          else await press(page);
          await closed(page);
        }
        // The explanation may be in the stage's place until the reader goes on.
        for (const now of await standingNow(page)) expect(now, lecture.id).toBe(first);
        await press(page);
        expect(await standing(page), `${lecture.id}: ${mark.name?.en}`).toBe(first);
      }
    }
  });
}

test('are both ends of a write in sight, with a path between them, and arrived when the event says so?', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStage(page, '#s=group-commit');
  await press(page);
  await showAnswer(page);
  await press(page);
  const ways = page.locator('.way');
  await expect(ways).toHaveCount(4);
  await expect(ways.first()).toHaveClass(/under-way/);
  const inside = await page.locator('svg.tiers[data-at]').boundingBox();
  for (const box of await Promise.all((await ways.all()).map((way) => way.boundingBox()))) {
    expect(box?.y).toBeGreaterThanOrEqual(inside?.y ?? Number.POSITIVE_INFINITY);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(
      (inside?.y ?? 0) + (inside?.height ?? 0),
    );
  }
  const durable = page.locator('[data-structure="disk.log-record"] .state-box.durable');
  await expect(durable).toHaveCount(0);
  await showAnswer(page);
  await press(page);
  await expect(durable).toHaveCount(4);
  await expect(page.locator('.way.under-way')).toHaveCount(0);
});

test('does what moves move by transform and opacity alone?', async ({ page }) => {
  await openStage(page, '#s=group-commit');
  await page.keyboard.press('ArrowRight');
  const animated = new Set<string>();
  for (let n = 0; n < 20; n++) {
    const found = await page.evaluate(() =>
      document.getAnimations().flatMap((animation) => {
        const { effect } = animation;
        if (!(effect instanceof KeyframeEffect)) return [];
        const inStage = effect.target?.closest('svg.tiers, .lecture-bar');
        return inStage ? effect.getKeyframes().flatMap((frame) => Object.keys(frame)) : [];
      }),
    );
    for (const name of found) animated.add(name);
    await page.waitForTimeout(60);
  }
  for (const name of ['offset', 'easing', 'composite', 'computedOffset']) animated.delete(name);
  expect(animated.size).toBeGreaterThan(0);
  for (const name of animated) expect(['transform', 'opacity']).toContain(name);
});
