import type { Page } from '@playwright/test';
import { isTurn } from '../effort';
import { arrived, asksOf, closed, lectures, openLecture, question, recap } from './support/lecture';
import { openStage } from './support/stage';
import { expect, inDepthIf, test } from './support/test';
import { brokenQuestion } from './support/whole_question';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const HALLS = [
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
];

/**
 * The parts of the words, the question, the stage and Next that are not completely in sight, as
 * sentences.
 */
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
    // A row under the words is covered completely: half a row says nothing.
    const clients = document.querySelector('svg.tiers .band.clients')?.getBoundingClientRect();
    const asking = document.querySelector('[data-asking]');
    if (asking && clients && under > clients.top + 2 && under < clients.bottom - 1)
      faults.push('the words cut through the clients');
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

/**
 * CSS pixels that text of the structures has at least while a question is open. Most lectures have
 * 20.
 */
const LEAST = 18;

/**
 * The parts that a class cannot read from the last row, or cannot see for the question, as
 * sentences.
 */
const unreadable = (page: Page) =>
  page.evaluate((least) => {
    const faults: string[] = [];
    const texts = document.querySelectorAll<SVGGraphicsElement>('svg.tiers .structure text');
    for (const text of texts) {
      const size =
        Number.parseFloat(getComputedStyle(text).fontSize) * (text.getScreenCTM()?.a ?? 0);
      if (size < least) faults.push(`${size} pixels are small: ${text.textContent}`);
    }
    const [stage, pane, words] = ['svg.tiers', '.tiers-scroll', '.lecture-words'].map((name) =>
      document.querySelector(name)?.getBoundingClientRect(),
    );
    if (!stage || !pane || !words || texts.length === 0) return ['there is no stage'];
    // Nothing of the stage is cut off below, and the question covers no more than its upper edge.
    if (stage.height > pane.height + 2) faults.push('the stage is cut');
    if (words.bottom - pane.y > pane.height * 0.26) faults.push('the question covers the stage');
    return faults;
  }, LEAST);

/**
 * A test looks at a few lectures, so that none takes long. In the usual run a quarter of them is
 * led through here, others at a desk (lecture_flow.spec.ts) and on a phone (lecture_hands.spec.ts),
 * each day another quarter.
 */
const PARTS = 4;

for (const [hall, part] of HALLS.flatMap((hall) =>
  Array.from({ length: PARTS }, (_, part) => [hall, part] as const),
)) {
  const name = `${hall.width} by ${hall.height}`;
  test(
    `are words, question, stage and Next in sight at every mark of every lecture, and texts large, at ${name} (${part + 1})?`,
    inDepthIf(hall !== HALLS[0] || !isTurn(part)),
    async ({ page }) => {
      test.slow();
      await page.setViewportSize(hall);
      await openStage(page, '#v=1&s=group-commit&layout=projection');
      const faults: string[] = [];
      // The lowest hall's question, too, in the usual run.
      const sizes = hall === HALLS[0] ? HALLS.slice(0, 2) : [hall];
      for (const lecture of lectures.filter((_, index) => index % PARTS === part)) {
        const { id } = lecture;
        await openLecture(page, id, '&layout=projection');
        let asked = 0;
        for (let press = 0; (await recap(page).count()) === 0; press++) {
          expect(press).toBeLessThan(40);
          const open = (await question(page).count()) > 0;
          const found = await outOfSight(page);
          if (open) found.push(...(await brokenQuestion(page, sizes, true)));
          if (open && asked++ === 0) found.push(...(await unreadable(page)));
          for (const fault of found) faults.push(`${id}, ${press} presses: ${fault}`);
          await page.keyboard.press('PageDown');
          if (open) await closed(page);
          await arrived(page);
        }
        expect(asked, id).toBe(asksOf(lecture));
      }
      expect(faults).toEqual([]);
    },
  );
}
