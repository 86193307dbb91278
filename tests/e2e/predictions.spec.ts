import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from '@playwright/test';
import type { Prediction } from '../../web/model/experiment/prediction';
import { openStage } from './support/stage';
import { expect, inDepthIf, test } from './support/test';

const folder = fileURLToPath(new URL('../../scenarios/predictions/', import.meta.url));
const predictions = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(folder + name, 'utf8')) as Prediction,
);

/**
 * Those that the usual run opens: one that goes on from a lecture, and one that is in the course by
 * itself. That each has one right answer the engine says (tests/contract/predictions.test.ts).
 */
const OPENED = [true, false].map((follows) =>
  predictions.find(({ lecture }) => (lecture !== null) === follows),
);

/** Draws from the left to the right of the chart, or takes the first choice. */
async function answer(page: Page, question: Locator): Promise<void> {
  if ((await question.locator('.guess-chart .handle').count()) === 0)
    return question.locator('.prediction-choices button').first().click();
  const chart = await question.locator('.guess-chart').boundingBox();
  const places = question.locator('.guess-chart .handle .grip');
  const [first, last] = [await places.first().boundingBox(), await places.last().boundingBox()];
  if (!chart || !first || !last) throw new Error('the chart has no place');
  await page.mouse.move(first.x + 4, chart.y + chart.height * 0.3);
  await page.mouse.down();
  await page.mouse.move(last.x + 4, chart.y + chart.height * 0.5, { steps: 10 });
  await page.mouse.up();
  await expect(question.locator('.guess-chart .handle.follows')).toHaveCount(0);
  await question.getByRole('button', { name: 'Measure' }).click();
}

for (const prediction of predictions) {
  const { id, lecture, questions, title } = prediction;
  test(
    `does ${id} open from the list, ask before it measures, and explain every answer?`,
    inDepthIf(!OPENED.includes(prediction)),
    async ({ page }) => {
      test.slow();
      await openStage(page, '#w=lectures');
      const entry =
        lecture === null
          ? page.getByRole('link', { name: title.en, exact: true })
          : page
              .locator('.numbered li')
              .filter({ has: page.locator(`a[href*="${id}"]`) })
              .getByRole('link', { name: 'Predict, then measure' });
      await entry.click();
      const panel = page.getByRole('region', { name: 'Predictions' });
      await expect(page.getByRole('heading', { name: title.en })).toBeVisible();
      for (const [n, { ask, choices }] of questions.entries()) {
        const question = panel.locator('.prediction-question').nth(n);
        await expect(question).toContainText(ask.en);
        await expect(panel.locator('.prediction-question')).toHaveCount(n + 1);
        // A picture at once: axes, and the place that is asked for.
        await expect(question.locator('.guess-chart .asked-place text')).toHaveText('?');
        await expect(page.getByRole('region', { name: 'Chart' })).toHaveCount(0);
        await expect(question.locator('.prediction-verdict')).toHaveCount(0);
        await answer(page, question);
        await expect(question.locator('.prediction-verdict')).toContainText(
          /(Right|Wrong)\. .*easured: [\d.,]+(×| times)\./,
          { timeout: 60_000 },
        );
        await expect(question.locator('.prediction-reasons li')).toHaveCount(choices.length);
        await expect(question.locator('.prediction-reasons li.right')).toHaveCount(1);
        if (n < questions.length - 1)
          await page.getByRole('button', { name: 'Next question' }).click();
      }
      await expect(page.getByRole('region', { name: 'Chart' })).toBeVisible();
    },
  );
}

const DRAWN = '#v=1&w=lab&e.id=base-persist&e.ask=durable-at-commit-measured';

test('do the arrow keys alone draw a guess, measure it, tell the difference and go on?', async ({
  page,
}) => {
  test.slow();
  await page.goto(`./${DRAWN}`);
  const first = page.locator('.prediction-question').first();
  const handles = first.getByRole('slider');
  await expect(handles).toHaveCount(2);
  // Nothing is measured without a guess.
  const measure = first.getByRole('button', { name: 'Measure' });
  await expect(measure).toHaveAttribute('aria-disabled', 'true');
  await expect(handles.last()).toHaveAttribute('aria-valuetext', 'not drawn yet');
  await page.keyboard.press('ArrowRight');
  await expect(handles.first()).toBeFocused();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('ArrowRight');
  await expect(handles.last()).toBeFocused();
  for (let n = 0; n < 4; n++) await page.keyboard.press('PageUp');
  await expect(handles.last()).toHaveAttribute('aria-valuetext', '3.2×');
  await page.keyboard.press('ArrowDown');
  await expect(handles.last()).toHaveAttribute('aria-valuetext', '3.1×');
  await page.keyboard.press('ArrowRight');
  await expect(measure).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(first.locator('.prediction-verdict')).toContainText('you drew 3.1×; measured: 1.', {
    timeout: 60_000,
  });
  await expect(first).toContainText(/your line is 2\.\d+ times too high/);
  // The measured line is over the guess, which stays and is not drawn on any more.
  await expect(first.locator('.course.true')).toBeVisible();
  await expect(first.locator('.course.drawn')).toBeVisible();
  await expect(handles).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('.prediction-question')).toHaveCount(2);
  await expect(
    page.locator('.prediction-question').nth(1).locator('.prediction-ask'),
  ).toBeInViewport();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('does a finger draw a guess that stands whole beside its question?', async ({ page }) => {
    test.slow();
    await page.goto(`./${DRAWN}`);
    const first = page.locator('.prediction-question').first();
    await expect(first.locator('.prediction-ask')).toBeInViewport();
    await first.locator('.guess-tools').scrollIntoViewIfNeeded();
    for (const part of ['.guess-chart', '.prediction-measure'])
      await expect(first.locator(part)).toBeInViewport({ ratio: 0.95 });
    await expect(first.getByRole('slider')).toHaveCount(2);
    const last = await first.getByRole('slider').last().boundingBox();
    await page.touchscreen.tap((last?.x ?? 0) + 8, (last?.y ?? 0) - 60);
    await expect(first.getByRole('slider').last()).not.toHaveAttribute(
      'aria-valuetext',
      'not drawn yet',
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
      390,
    );
    await first.getByRole('button', { name: 'Measure' }).tap();
    await expect(first.locator('.prediction-verdict')).toBeVisible({ timeout: 60_000 });
  });
});

test('does a lecture on two systems open the comparison with both of them?', async ({ page }) => {
  await openStage(page, '#w=lectures');
  await page
    .locator('.numbered li')
    .filter({ has: page.locator('a[href*="one-buffer-or-many-measured"]') })
    .getByRole('link', { name: 'Compare on one clock' })
    .click();
  await expect(page.locator('.compare')).toContainText('NV-Logging');
  await expect(page.locator('.compare')).toContainText('NV-Disk');
  // The comparison's additions to its address make no entry of the history.
  await expect(page).toHaveURL(/[&#]t=/);
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Lectures' })).toBeVisible();
});

test('may the questions be left for the experiment itself?', async ({ page }) => {
  await openStage(page, '#w=lectures');
  await page.getByRole('link', { name: 'What the money buys', exact: true }).click();
  await page.getByRole('button', { name: 'Skip the questions and show the experiment' }).click();
  await expect(page.getByRole('region', { name: 'Chart' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /Figure 16/ })).toBeVisible();
  expect(page.url()).not.toContain('e.ask');
});
