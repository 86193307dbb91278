import type { Page } from '@playwright/test';
import { turn } from '../effort';
import { arrived, closed, lectures, openLecture, question, recap } from './support/lecture';
import { overlaps } from './support/overlaps';
import { openStage } from './support/stage';
import { expect, test } from './support/test';

// Nothing overlaps: at every stop of every lecture no two texts cover each other, and what travels
// rests on none. What is between two stops is looked at without a browser, at every position
// (tests/contract/stage_in_sight.test.ts).

const AT_HAND = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
  { width: 844, height: 390 },
] as const;
const HALL = [{ width: 1280, height: 720 }] as const;

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const drawn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
      }),
  );

/** Goes one stop on; questions are closed without an answer. */
async function goOn(page: Page, hall: boolean): Promise<void> {
  const open = (await question(page).count()) > 0;
  if (open && !hall)
    await question(page)
      .getByRole('button', { name: /^(Show the answer|显示答案)$/ })
      .click();
  else await page.keyboard.press('PageDown');
  if (open) await closed(page);
  await arrived(page);
}

/** Lectures in one page; in the usual run a quarter of them, each day others. */
const PARTS = 4;
const each = lectures.map((lecture, n) => ({ id: lecture.id, lang: n % 2 === 0 ? 'en' : 'zh' }));

for (const [where, place, sizes] of [
  ['at a desk and on phones', '', AT_HAND],
  ['in a hall', '&layout=projection', HALL],
] as const) {
  for (let part = 0; part < PARTS; part++) {
    const mine = turn(each).filter((_, n) => n % PARTS === part);
    test(`does nothing cover anything ${where}: ${mine.map(({ id }) => id).join(', ')}?`, async ({
      page,
    }) => {
      test.setTimeout(60_000 + mine.length * 30_000);
      await page.setViewportSize(sizes[0]);
      await openStage(page, `#v=1&s=group-commit${place}`);
      const faults: string[] = [];
      for (const { id, lang } of mine) {
        await openLecture(page, id, `&lang=${lang}${place}`);
        for (let stop = 0; (await recap(page).count()) === 0; stop++) {
          expect(stop).toBeLessThan(40);
          for (const size of sizes) {
            await page.setViewportSize(size);
            await drawn(page);
            for (const fault of await overlaps(page))
              faults.push(
                `${id}, stop ${stop}, ${size.width} by ${size.height}, ${lang}: ${fault}`,
              );
          }
          await page.setViewportSize(sizes[0]);
          await goOn(page, place !== '');
        }
      }
      expect(faults).toEqual([]);
    });
  }
}
