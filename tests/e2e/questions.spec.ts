import type { Page } from '@playwright/test';
import { violations } from './support/axe';
import { closed, press } from './support/lecture';
import { openStage } from './support/stage';
import { expect, test } from './support/test';

// Without motion, nothing is played between two marks.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const question = (page: Page) => page.locator('.question');
const witness = (page: Page) => page.locator('.witness');
const table = (page: Page) => witness(page).getByRole('table');

/**
 * Goes on in a lecture until this question is open; questions on the way are shown, not answered.
 */
async function atQuestion(page: Page, link: string, words: string | RegExp) {
  await openStage(page, link);
  const asked = page.locator('[data-question=open] .question-words');
  const wanted = asked.filter({ hasText: words });
  for (let n = 0; n < 40 && (await wanted.count()) === 0; n++) {
    if ((await asked.count()) > 0) {
      await question(page)
        .getByRole('button', { name: /^(Show the answer|显示答案)$/ })
        .click();
      await closed(page);
    }
    await press(page);
  }
  await expect(wanted).toBeVisible();
}

const FATE = /would T1 survive/;

test('does a wrong answer meet the power cut that refutes it, and can one step into it and back?', async ({
  page,
}) => {
  await atQuestion(page, '#s=group-commit', FATE);
  await question(page)
    .getByRole('button', { name: /^never/ })
    .click();
  await expect(question(page).locator('.answer')).toContainText(
    'There is a power cut here that T1 survives.',
  );
  const marked = question(page).getByRole('listitem');
  await expect(marked.filter({ hasText: 'never' })).toContainText('you');
  await expect(marked.filter({ hasText: 'sometimes' })).toContainText('the engine');

  await expect(page.getByRole('region', { name: /^Power cut here/ })).toBeVisible();
  await expect(witness(page)).toContainText('What survived');
  await expect(table(page)).toContainText('LSN 64 is redone on page 1');
  await expect(table(page)).toContainText('T1 survives. A is 101.');
  await expect(witness(page)).toContainText('refutes the answer');
  await expect(witness(page)).toContainText(
    'Of the images shown, T1 survives in 1 and is lost in 1: sometimes.',
  );
  // The same in the stage's own places: one page was read, two records were redone into it.
  const picture = witness(page).getByRole('img', { name: /after recovery/ });
  await expect(picture.locator('.transfers .way')).toHaveCount(3);
  const page1 = picture.locator('[data-structure="dram.buffer-page"]');
  await expect(page1).toContainText('101');
  await expect(picture.locator('[data-structure="disk.log-record"] .item')).toHaveCount(4);
  expect(await violations(page)).toEqual([]);
  await witness(page).getByRole('button', { name: 'What the power cut left' }).click();
  const cut = witness(page).getByRole('img', { name: /right after the power cut/ });
  await expect(cut.locator('.transfers .way')).toHaveCount(0);
  await expect(page1.locator('.item')).toHaveCount(0);
  await expect(cut.locator('[data-structure="disk.disk-page"]')).toContainText('100');

  await witness(page)
    .getByRole('button', { name: /Show me/ })
    .click();
  await expect(witness(page)).toHaveCount(0);
  await expect(page.getByTestId('live')).toContainText('recovery');

  await page.getByRole('button', { name: 'Back to the question' }).click();
  await expect(table(page)).toContainText('T1 survives. A is 101.');
  await witness(page).getByRole('button', { name: 'Back to the stage' }).click();
  await expect(page.locator('svg.tiers[role=group]')).toBeVisible();
  await question(page).getByRole('button', { name: 'Why?' }).click();
  await expect(witness(page)).toBeVisible();
});

test('does whoever answers by a digit come to the reason, and can try again?', async ({ page }) => {
  await atQuestion(page, '#s=group-commit', FATE);
  await page.keyboard.press('1');
  const reason = question(page).locator('.answer');
  await expect(reason).toContainText('There is a power cut here that T1 does not survive.');
  await expect(reason).toBeFocused();
  await question(page).getByRole('button', { name: 'Try again' }).click();
  await page.keyboard.press('2');
  await expect(reason).toContainText('Right');
  await expect(witness(page)).toHaveCount(0);
});

test('is a wrong value answered with the image that the question speaks of, in Chinese, too?', async ({
  page,
}) => {
  await atQuestion(page, '#s=group-commit&lang=zh', /A/);
  await question(page).getByRole('button', { name: '101', exact: false }).first().click();
  await expect(question(page).locator('.answer')).toContainText('A 变为 202');
  await expect(table(page)).toContainText('A 是 202。');
  expect(await violations(page)).toEqual([]);
});

test('does the explanation fit a phone, stacked, without scrolling sideways?', async ({ page }) => {
  await atQuestion(page, '#s=group-commit', FATE);
  await page.setViewportSize({ width: 390, height: 844 });
  await question(page)
    .getByRole('button', { name: /^never/ })
    .click();
  await expect(table(page)).toContainText('T1 survives. A is 101.');
  const wide = await witness(page).evaluate((each) => each.scrollWidth - each.clientWidth);
  expect(wide).toBeLessThanOrEqual(0);
  const drawn = await witness(page).locator('.witness-picture svg').boundingBox();
  expect(drawn?.width).toBeGreaterThan(300);
  const lefts = await witness(page)
    .locator('h3')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
  expect(new Set(lefts).size).toBe(1);
});

test('can steps be put in order by keyboard, and does the run say when each came?', async ({
  page,
}) => {
  await atQuestion(page, '#s=state-bit-last', /order/);
  const steps = question(page).locator('.order-words');
  const before = await steps.allInnerTexts();
  await question(page).getByRole('button', { name: /down$/ }).first().focus();
  await page.keyboard.press('Enter');
  await expect(steps.nth(1)).toHaveText(before[0] ?? '');
  await expect(
    question(page).getByRole('button', { name: `Move “${before[0]}” down` }),
  ).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await expect(steps.first()).toHaveText(before[0] ?? '');
  expect(await violations(page)).toEqual([]);
  await question(page).getByRole('button', { name: 'This is the order' }).click();
  await expect(table(page)).toContainText('µs');
  expect(await violations(page)).toEqual([]);
});

test('does the explorer judge a line that is left out, and its smallest case open on the stage?', async ({
  page,
}) => {
  await atQuestion(page, '#s=which-fence', /line|fence/i);
  const choices = question(page).locator('button.choice');
  const count = await choices.count();
  expect(count).toBeGreaterThan(1);
  for (let n = 0; n < count; n++) {
    await page.keyboard.press(String(n + 1));
    await expect(page.locator('[data-question=closed] .answer')).toBeVisible({ timeout: 30_000 });
    if ((await question(page).locator('.answer.wrong').count()) > 0) break;
    await question(page).getByRole('button', { name: 'Try again' }).click();
  }
  await expect(witness(page)).toContainText('Without this line a promise is broken');
  expect(await violations(page)).toEqual([]);
  await witness(page)
    .getByRole('button', { name: /Open it on the stage/ })
    .click();
  await expect(page.locator('.cut-panel')).toBeVisible();
});

test('are the two times of a measured answer shown as bars, and both runs a click away and back?', async ({
  page,
}) => {
  await atQuestion(page, '#s=group-commit', /whole script first/);
  await expect(page).toHaveURL(/at=T1\.step/);
  const at = page.url();
  await page.keyboard.press('1');
  await expect(question(page).locator('.answer')).toContainText('Right');
  const bars = witness(page).locator('.faster-bar > span');
  await expect(bars).toHaveCount(2);
  const [first, other] = await bars.evaluateAll((all) => all.map((bar) => bar.clientWidth));
  expect(first).toBeLessThan(other ?? 0);
  await expect(witness(page)).toContainText('Measured just now');
  await expect(witness(page).locator('li.first')).toContainText('group commit');
  expect(await violations(page)).toEqual([]);
  await witness(page)
    .getByRole('link', { name: /side by side/ })
    .click();
  await expect(page.locator('.compare-controls')).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveURL(/right\.p\.commit=synchronous/);
  await page.goBack();
  await expect(page.locator('[data-lecture]')).toBeVisible();
  await expect(page).toHaveURL(at);
  await expect(question(page).locator('.answer')).toContainText('Right');
  await question(page).getByRole('button', { name: 'See the measurement' }).click();
  await expect(bars).toHaveCount(2);
});

test('is a power cut graded that was to lose a transaction, and does one come back to the question?', async ({
  page,
}) => {
  await atQuestion(page, '#s=asynchronous-commit', /Cut the power/);
  await page.keyboard.press('c');
  await page.locator('.cut-panel').getByRole('button', { name: 'Cut now' }).click();
  await expect(question(page).locator('.answer')).toContainText('T2 is lost in this power cut.');
  await page.getByRole('button', { name: 'Back to the question' }).click();
  await expect(page.getByRole('button', { name: 'Back to the question' })).toHaveCount(0);
  await expect(question(page).locator('.answer')).toContainText('T2 is lost in this power cut.');
});
