import { arrived, lectures, openLecture, progress, question } from './support/lecture';
import { openStage } from './support/stage';
import { expect, inDepthIf, test } from './support/test';

// What a class reads from the last row: with every lecture's question open, at the sizes of projectors.

const SIZES = [
  [1024, 768],
  [1280, 720],
  [1920, 1080],
] as const;
/** CSS pixels. Most lectures have 20; where more structures are beside one another, somewhat less. */
const LEAST = 18;
const PLACE = '&layout=projection';

/** A test looks at a few lectures, so that none takes long. */
const PARTS = 4;

for (const [width, height, part] of SIZES.flatMap(([width, height]) =>
  Array.from({ length: PARTS }, (_, part) => [width, height, part] as const),
)) {
  test(
    `is all text of the structures large while a question is open, ${width} by ${height}, part ${part + 1}?`,
    inDepthIf(width !== 1024),
    async ({ page }) => {
      test.slow();
      const some = lectures.filter((_, index) => index % PARTS === part);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height });
      await openStage(page);
      for (const { id, marks = [] } of some) {
        await openLecture(page, id, PLACE);
        for (let n = 0; n <= marks.length && (await question(page).count()) === 0; n++) {
          await page.keyboard.press('ArrowRight');
          await arrived(page);
          await expect(progress(page)).toHaveText(`${n + 1} of ${marks.length}`);
        }
        await expect(question(page)).toBeVisible();
        const smallest = await page.locator('svg.tiers .structure').evaluateAll((structures) =>
          structures
            .flatMap((structure) => [...structure.querySelectorAll('text')])
            .map((text) => ({
              text: text.textContent,
              size:
                Number.parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 0),
            }))
            .reduce((least, each) => (each.size < least.size ? each : least)),
        );
        expect(smallest.size, `${id}: ${smallest.text}`).toBeGreaterThanOrEqual(LEAST);
        // Nothing of the stage is cut off below, and the question covers no more than its upper edge.
        const [stage, pane, words] = await Promise.all(
          ['svg.tiers', '.tiers-scroll', '.lecture-words'].map((name) =>
            page.locator(name).first().boundingBox(),
          ),
        );
        if (!stage || !pane || !words) throw new Error('no stage');
        expect(stage.height, id).toBeLessThanOrEqual(pane.height + 2);
        expect(words.y + words.height - pane.y, id).toBeLessThanOrEqual(pane.height * 0.26);
      }
    },
  );
}

for (const [width, height] of [
  [1440, 900],
  [1280, 720],
] as const) {
  test(`is the survival strip in sight at a desk, ${width} by ${height}?`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await openStage(page, '#s=group-commit');
    await page.keyboard.press('ArrowRight');
    await arrived(page);
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
