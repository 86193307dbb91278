import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Prediction } from '../../web/model/experiment/prediction';
import { openStage } from './support/stage';
import { expect, inDepthIf, test } from './support/test';

const folder = fileURLToPath(new URL('../../scenarios/predictions/', import.meta.url));
const predictions = readdirSync(folder).map(
  (name) => JSON.parse(readFileSync(folder + name, 'utf8')) as Prediction,
);

/**
 * Those that the usual run opens: one that goes on from a lecture, and one that is in the course by itself. That each has
 * one right answer the engine says (tests/contract/predictions.test.ts).
 */
const OPENED = [true, false].map((follows) =>
  predictions.find(({ lecture }) => (lecture !== null) === follows),
);

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
        await expect(page.getByRole('region', { name: 'Chart' })).toHaveCount(0);
        await expect(question.locator('.prediction-verdict')).toHaveCount(0);
        await question
          .getByRole('button', { name: choices[0]?.text.en ?? '', exact: true })
          .click();
        await expect(question.locator('.prediction-verdict')).toContainText(
          /(Right|Wrong)\. Measured: [\d.,]+ times\./,
          { timeout: 60_000 },
        );
        await expect(question.locator('.prediction-reasons li')).toHaveCount(choices.length);
        await expect(question.locator('.prediction-reasons li.right')).toHaveCount(1);
      }
      await expect(page.getByRole('region', { name: 'Chart' })).toBeVisible();
    },
  );
}

test('does a lecture on two systems open the comparison with both of them?', async ({ page }) => {
  await openStage(page, '#w=lectures');
  await page
    .locator('.numbered li')
    .filter({ has: page.locator('a[href*="one-buffer-or-many-measured"]') })
    .getByRole('link', { name: 'Compare on one clock' })
    .click();
  await expect(page.locator('.compare')).toContainText('NV-Logging');
  await expect(page.locator('.compare')).toContainText('NV-Disk');
  // What the comparison fills into its address is no step of its own.
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
