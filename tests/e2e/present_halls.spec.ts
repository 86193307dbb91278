import type { Page } from '@playwright/test';
import { arrived, lectures, openLecture, question, recap } from './support/lecture';
import { openStage } from './support/stage';
import { expect, inDepthIf, test } from './support/test';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const HALLS = [
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

/** What of the words, the question, the stage and Next is not wholly in sight, as sentences. */
const outOfSight = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = [];
    const { innerWidth, innerHeight } = window;
    const must = ['.lecture-words .say', '.lecture-next', '.lecture-stage'];
    if (document.querySelector('[data-asking]')) must.push('.question-words', '.question');
    for (const selector of must) {
      const all = [...document.querySelectorAll(selector)];
      if (all.length === 0) faults.push(`there is no ${selector}`);
      for (const element of all) {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        const inside = left >= -1 && top >= -1 && right <= innerWidth + 1;
        if (!inside || bottom > innerHeight + 1) faults.push(`${selector} is cut`);
      }
    }
    const words = document.querySelector('.lecture-words');
    if (words && words.scrollHeight > words.clientHeight + 1)
      faults.push(`words are ${words.scrollHeight} high in ${words.clientHeight}`);
    const stage = document.querySelector('.lecture-stage')?.getBoundingClientRect();
    const next = document.querySelector('.lecture-next')?.getBoundingClientRect();
    const under = words?.getBoundingClientRect().bottom ?? 0;
    // The stage is the larger part, and nothing stands over Next.
    if (stage && stage.height < innerHeight * 0.4) faults.push('the stage is low');
    // A question may lie over its upper edge, where clients are.
    const over =
      stage && document.querySelector('.lecture-words .question') ? stage.height * 0.26 : 0;
    if (stage && stage.top + over < under - 1) faults.push('the words stand over the stage');
    if (stage && next && next.top < stage.bottom - 1) faults.push('Next stands over the stage');
    const page = document.documentElement;
    if (page.scrollWidth > page.clientWidth || page.scrollHeight > page.clientHeight)
      faults.push('the page scrolls');
    return faults;
  });

for (const hall of HALLS) {
  const name = `${hall.width} by ${hall.height}`;
  test(
    `are words, question, stage and Next in sight at every mark of every lecture, at ${name}?`,
    inDepthIf(hall !== HALLS[0]),
    async ({ page }) => {
      test.setTimeout(300_000);
      await page.setViewportSize(hall);
      await openStage(page, '#v=1&s=group-commit&layout=projection');
      const faults: string[] = [];
      for (const { id } of lectures) {
        await openLecture(page, id, '&layout=projection');
        for (let press = 0; (await recap(page).count()) === 0; press++) {
          expect(press).toBeLessThan(40);
          for (const fault of await outOfSight(page))
            faults.push(`${id}, ${press} presses: ${fault}`);
          const open = (await question(page).count()) > 0;
          await page.keyboard.press('PageDown');
          // What the engine has to explore first takes its time.
          if (open) await expect(question(page)).toHaveCount(0, { timeout: 30_000 });
          await arrived(page);
        }
      }
      expect(faults).toEqual([]);
    },
  );
}
