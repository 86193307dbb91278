import type { Page } from '@playwright/test';
import type { BreakLink } from '../../web/breakit/model/link';
import { EMPTY_LINK, encodeLink } from '../../web/link/link';
import type { LinkState } from '../../web/link/link_state';
import { isTurn } from '../effort';
import { violations } from './support/axe';
import { leaveLecture } from './support/lecture';
import { position } from './support/stage';
import { expect, inDepthIf, test } from './support/test';

// The crash explorer: explored, found, opened on the stage, cancelled, restored, toured.

function breakLink(breakit?: BreakLink, more: Partial<LinkState> = {}): string {
  const state = { ...EMPTY_LINK, view: 'breakit', ...(breakit && { breakit }), ...more };
  return `./#${encodeLink(state)}`;
}

async function open(page: Page, link = breakLink()): Promise<void> {
  await page.goto(link);
  await expect(page.locator('.break-run button').first()).toBeVisible({ timeout: 20_000 });
}

const status = (page: Page) => page.getByTestId('break-status');
const cells = (page: Page) => page.locator('.map-cell');
const explore = (page: Page) => page.getByRole('button', { name: /^Explore/ }).click();

/** Pixels by which the page is wider than its window. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('does it explore at once when it opens, and find every promise of a system kept?', async ({
  page,
}) => {
  await page.goto('./');
  await page.getByRole('button', { name: 'Break it' }).click();
  await expect(status(page)).toHaveText(/^Now leave something out/, { timeout: 20_000 });
  await expect(page.locator('.break-numbers')).toContainText(/\d+ crash points · .* states/);
  expect(await cells(page).count()).toBeGreaterThan(20);
  await expect(page.locator('.map-cell:not(.v-consistent)')).toHaveCount(0);
  await expect(page.locator('.failure-card')).toHaveCount(0);
  // One press leaves the first thing out, and breaks a promise.
  await page.getByRole('button', { name: /^Try: / }).click();
  await expect(status(page)).toContainText(/break.* a promise/, { timeout: 20_000 });
  await expect(page.locator('.failure-card').first()).toBeVisible();
});

test('does it find what a mutation breaks, and open it on the stage?', async ({ page }) => {
  await open(page, breakLink({ scenario: 'state-bit-last' }));
  await page.getByLabel('state bits before the content').check();
  await explore(page);
  await expect(status(page)).toContainText('break a promise', { timeout: 20_000 });
  const card = page.locator('.failure-card').first();
  await expect(card).toContainText('a value that never existed');
  await expect(card).toContainText('The content of a log object must be durable');
  await expect(card).toContainText('Confirmed: an ordinary run');
  await card.getByRole('button', { name: 'Open the original case' }).click();
  await expect(page.locator('.stage')).toBeVisible();
  await expect(page.locator('.cut-actions')).toBeVisible();
  await expect(page.locator('.cut-panel')).toContainText(/[1-9]\d* of \d+ stores survive/);
  await expect(page).toHaveURL(/x=state-bit-first.*cut=.*n!/);
  // The recovery that follows comes to the same verdict.
  await page.keyboard.press('Escape');
  await page.keyboard.press('End');
  await expect(page.locator('.verdict')).toContainText('a value that no transaction wrote');
  await page.goBack();
  await expect(page.locator('.breakit')).toBeVisible();
});

test('does it shrink a failure, and open the smallest case at the crash with its rule?', async ({
  page,
}) => {
  await open(page, breakLink({ scenario: 'state-bit-last' }));
  await page.getByLabel('state bits before the content').check();
  await explore(page);
  const shrunk = page.getByTestId('shrink').first();
  await expect(shrunk).toContainText('2 transactions → 1 · 4 statements → 1', { timeout: 20_000 });
  await expect(shrunk).toContainText(/\d explorations\)/);
  const card = page.locator('.failure-card').first();
  await expect(card).toContainText('Power failed after: copy o to its place in NVM');
  const file = page.waitForEvent('download');
  await card.getByRole('button', { name: 'Save as a scenario' }).click();
  expect((await file).suggestedFilename()).toBe('state-bit-last-failure.json');
  await expect(card).toContainText('kept in this browser');
  await card.getByRole('button', { name: 'Open on the stage' }).click();
  // At the crash it shows the rule, the changed lines of the listing, and the survivors.
  const rule = 'The content of a log object must be durable before its state bit is.';
  await expect(page.locator('.narration')).toContainText(`The rule that is broken: ${rule}`);
  await expect(page.locator('.cache-line.decided').first()).toContainText(/survives: \d of \d/);
  await expect(page.locator('.listing .changed.running')).toHaveText(/✗.*copy o to its place/);
  await expect(page.locator('.script-column li')).toHaveCount(3);
  await expect(page).toHaveURL(/own=.*&at=/);
  const [crash = ''] = page.url().match(/&at=[^&]*/) ?? [];
  const at = await position(page);
  const survivors = await page.locator('.cache-line.decided').count();
  await page.keyboard.press('End');
  await expect(page.locator('.verdict')).toContainText('a value that no transaction wrote');
  await page.keyboard.press('Home');
  await page.getByLabel('Next mark').click();
  expect(await position(page)).toBe(at);
  // The link restores it.
  await expect(page).toHaveURL((url) => url.hash.includes(crash));
  await page.reload();
  await expect(page.locator('.narration')).toContainText(rule, { timeout: 20_000 });
  await expect(page.locator('.cache-line.decided')).toHaveCount(survivors);
  expect(await position(page)).toBe(at);
});

test('does it never call exhaustive what drew images?', async ({ page }) => {
  await open(page, breakLink({ scenario: 'list-crash-any-line', depth: 0 }));
  await page.getByLabel('Images at each point').selectOption('32');
  await explore(page);
  await expect(status(page)).toContainText('No broken promise has been found so far.', {
    timeout: 20_000,
  });
  await expect(status(page)).toContainText('A sample, not exhaustive: 32 images at each point.');
  await expect(status(page)).not.toContainText('Every promise was kept');
  await expect(page).toHaveURL(/b\.n=32/);
});

test('does a single line that is left out break a structure, and which images show it?', async ({
  page,
}) => {
  await open(page, breakLink({ scenario: 'list-crash-any-line', depth: 0 }));
  await page.locator('.break-lines summary', { hasText: 'append r to the list' }).click();
  await page
    .getByRole('button', { name: /^leave out: 3 toAppend := n; fence, operation 1/ })
    .click();
  await explore(page);
  await expect(page.locator('.failure-card').first()).toContainText('damaged structure', {
    timeout: 20_000,
  });
  const column = page.locator('.map-cell.v-damaged').first();
  await column.click();
  await expect(column).toHaveAttribute('aria-pressed', 'true');
  const point = page.locator('.break-point');
  await expect(point.locator('tbody tr').first()).toBeVisible({ timeout: 20_000 });
  await expect(point).toContainText('damaged structure');
  await expect(point).toContainText('Why the line is there');
  // From point to point by the keyboard.
  const label = await column.getAttribute('aria-label');
  await column.focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.locator(':focus').getAttribute('aria-label')).not.toBe(label);
  await page.keyboard.press('Enter');
  await expect(page.locator(':focus')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('Escape');
  await expect(point).toHaveCount(0);
});

test('can an exploration be cancelled, and what was found stays?', async ({ page }) => {
  await open(page, breakLink({ scenario: 'tpcc-new-order-nvm', depth: 0 }));
  await explore(page);
  await expect(cells(page).first()).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Explore again' })).toBeVisible({ timeout: 5000 });
  await expect(status(page)).toContainText('Cancelled');
  expect(await cells(page).count()).toBeGreaterThan(0);
});

test('does a link restore settings, result and the chosen point?', async ({ page }) => {
  await open(page, breakLink({ scenario: 'state-bit-last' }));
  await page.getByLabel('state bits before the content').check();
  await page.getByLabel('Failure model').selectOption('wsp');
  await page.getByLabel('Further power cuts').selectOption('0');
  await explore(page);
  await expect(page.getByRole('button', { name: 'Explore again' })).toBeVisible();
  await cells(page).nth(5).click();
  await expect(page.locator('.break-point tbody tr').first()).toBeVisible();
  await expect(page).toHaveURL(/b\.at=\d+/);
  const numbers = await page.locator('.verdict-totals').innerText();
  const point = await page.locator('.break-point').innerText();
  await page.reload();
  await expect(page.locator('.break-point tbody tr').first()).toBeVisible({ timeout: 20_000 });
  expect(await page.locator('.verdict-totals').innerText()).toBe(numbers);
  expect(await page.locator('.break-point').innerText()).toBe(point);
  await expect(page.getByLabel('Failure model')).toHaveValue('wsp');
  await expect(page.getByLabel('state bits before the content')).toBeChecked();
});

test('does a tour ask before it shows, and answer from what was explored?', async ({ page }) => {
  await open(page);
  await page
    .getByRole('combobox', { name: 'Guided tour' })
    .selectOption({ label: 'The one store that decides' });
  await expect(page.locator('.tour-say')).toContainText('doubly-linked list');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.locator('.failure-card')).toHaveCount(0);
  await page.locator('.break-guesses').getByText('nothing', { exact: true }).click();
  await expect(page.getByTestId('tour-answer')).toContainText('Wrong. Found: damaged structure', {
    timeout: 20_000,
  });
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await page.locator('.break-guesses').getByText('nothing', { exact: true }).click();
  await expect(page.getByTestId('tour-answer')).toContainText('Right. Found: no broken promise', {
    timeout: 20_000,
  });
});

test('does the matrix try every declared mutation?', async ({ page }) => {
  await open(page, breakLink({ scenario: 'state-bit-last' }));
  await page.getByRole('button', { name: 'Matrix of mutations' }).click();
  await page.getByRole('button', { name: 'Try every declared mutation' }).click();
  await expect(page.getByTestId('matrix-status')).toHaveText('7 of 7 mutations', {
    timeout: 20_000,
  });
  const row = page.locator('.matrix tbody tr').first();
  await expect(row).toContainText('a value that never existed');
  await row.getByRole('button').click();
  await expect(page.locator('.failure-card').first()).toBeVisible({ timeout: 20_000 });
});

test('does a scenario run on another system, in its link too?', async ({ page }) => {
  await open(page, breakLink({ scenario: 'state-bit-last', depth: 0 }));
  await page.getByRole('combobox', { name: 'System' }).selectOption({ label: 'REWIND' });
  await expect(page.locator('.break-rules')).not.toContainText('state bits before the content');
  await page.locator('.break-rules input').first().check();
  await explore(page);
  await expect(page.getByRole('button', { name: 'Explore again' })).toBeVisible();
  await expect(page).toHaveURL(/b\.k=.*b\.run=1/);
  const numbers = await page.locator('.verdict-totals').innerText();
  await page.reload();
  await expect(page.locator('.verdict-totals')).toHaveText(/./, { timeout: 20_000 });
  await expect(page.getByRole('button', { name: 'Explore again' })).toBeVisible();
  expect(await page.locator('.verdict-totals').innerText()).toBe(numbers);
  await expect(page.getByRole('combobox', { name: 'System' }).locator('option:checked')).toHaveText(
    'REWIND',
  );
});

test('can the scenario on the stage be broken, whoever wrote it?', async ({ page }) => {
  await page.goto('./#v=1&s=acknowledged-survives');
  await expect(page.getByTestId('live')).not.toBeEmpty({ timeout: 20_000 });
  await leaveLecture(page);
  await page.getByRole('button', { name: 'Break it' }).click();
  const list = page.getByLabel('Scenario');
  await list.selectOption('stage');
  await expect(list).toHaveValue('current');
  await explore(page);
  await expect(status(page)).toContainText('keeps every promise', { timeout: 20_000 });
  await expect(page).toHaveURL(/b\.own=/);
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1440, 390]) {
    test(
      `does axe find nothing to complain about: ${colorScheme}, ${width} wide?`,
      inDepthIf((colorScheme === 'dark') !== (width === 390) || !isTurn(width === 390 ? 1 : 0, 2)),
      async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.setViewportSize({ width, height: 900 });
        const lang = width === 390 ? 'zh' : 'en';
        const link = { scenario: 'state-bit-first', explored: true, point: 24 } as const;
        await open(page, breakLink(link, { lang }));
        await expect(page.locator('.break-point tbody tr').first()).toBeVisible({
          timeout: 20_000,
        });
        await page.locator('.break-lines summary').nth(1).click();
        expect(await violations(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
        await page.locator('.break-tabs button').nth(1).click();
        await page.locator('.break-main .primary').last().click();
        await expect(page.locator('.matrix tbody tr')).toHaveCount(7, { timeout: 20_000 });
        expect(await violations(page)).toEqual([]);
        expect(await overflow(page)).toBe(0);
      },
    );
  }
}
