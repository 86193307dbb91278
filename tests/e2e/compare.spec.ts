import type { Page } from '@playwright/test';
import type { CompareLink } from '../../web/compare/model/link';
import { EMPTY_LINK, encodeLink } from '../../web/link/link';
import type { SideChoice } from '../../web/model/scenario/side_choice';
import { isTurn } from '../effort';
import { violations } from './support/axe';
import { scenario } from './support/scenario';
import { LIVE, untilReady } from './support/site';
import { goTo, openStage, position, said } from './support/stage';
import { expect, inDepthIf, inTurn, test } from './support/test';
import { timePasses } from './support/time_passes';
import { until } from './support/until';

// Two schemes on one script, locked on one clock.

const side = (persist: string): SideChoice => ({
  scheme: scenario.scheme.id,
  params: { persist },
  mutations: [],
});
const sides = { left: side('flush-on-commit'), right: side('flush-on-insert') };

function compareLink(compare: CompareLink, more: { lang?: 'zh'; layout?: 'projection' } = {}) {
  return `#${encodeLink({ ...EMPTY_LINK, view: 'compare', own: JSON.stringify(scenario), compare, ...more })}`;
}
const start = compareLink({ ...sides, at: { phase: 0, time: 0 }, cuts: [] });

async function openCompare(page: Page, hash = start): Promise<void> {
  await page.goto(`./${hash}`);
  await untilReady(page);
  await settled(page);
}

/** Waits until both engines are where the clock is. */
async function settled(page: Page): Promise<void> {
  await until(page, { filled: [LIVE], none: ['.busy-line'] });
  await expect(page.getByTestId('live')).not.toBeEmpty();
  await expect(page.locator('.busy-line')).toHaveCount(0);
}

/** Waits until the address has followed the clock. */
const rested = (page: Page) => timePasses(page, 450);

const pane = (page: Page, name: 'Left' | 'Right') =>
  page.getByRole('region', { name, exact: true });
const clock = (page: Page) => page.locator('.compare-clock');
const row = (page: Page, name: string | RegExp) =>
  page.locator('.side-table tr').filter({ has: page.getByRole('rowheader', { name }) });

async function cutBoth(page: Page, policy: 'none' | 'all'): Promise<void> {
  await page.keyboard.press('c');
  await page.getByRole('radio', { name: policy, exact: true }).check();
  await page.getByRole('button', { name: 'Cut both' }).click();
  await expect(page.locator('.power-cut')).toHaveCount(1);
  await settled(page);
}

test('does the stage lead to a comparison of what is open with something else?', async ({
  page,
}) => {
  await openStage(page);
  await goTo(page, 20);
  await timePasses(page, 400);
  await page.getByRole('button', { name: 'System and parameters' }).click();
  await page.getByRole('button', { name: 'Compare with…' }).click();
  await expect(pane(page, 'Right').locator('.side-form')).toBeVisible();
  await settled(page);
  const left = await pane(page, 'Left').locator('.side-form').innerText();
  expect(await pane(page, 'Right').locator('.side-form').innerText()).not.toBe(left);
  expect(page.url()).toContain('w=compare');
  await rested(page);
  // One step back, to the place on the stage that one came from.
  await page.goBack();
  await expect(page.locator('.stage')).toBeVisible();
  expect(await position(page)).toBe(20);
});

test('do the same keys step both sides, by whichever comes next?', async ({ page }) => {
  await openCompare(page);
  await page.keyboard.press('6');
  const times: number[] = [];
  const valueNow = async () =>
    Number(await page.getByRole('slider', { name: 'Playhead' }).getAttribute('aria-valuenow'));
  for (let n = 0; n < 12; n++) {
    await page.keyboard.press('ArrowRight');
    times.push(await valueNow());
  }
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(new Set(times).size).toBe(times.length);
  const back: number[] = [];
  for (let n = 0; n < 12; n++) {
    back.push(await valueNow());
    await page.keyboard.press('ArrowLeft');
  }
  expect(back).toEqual([...times].reverse());
  await page.keyboard.press('End');
  await settled(page);
  for (const name of ['T1', 'T2']) {
    await expect(row(page, `${name} state`)).toContainText('acknowledged');
  }
  await expect(row(page, 'write-backs')).toBeVisible();
  await page.keyboard.press('Home');
  await expect(clock(page)).toContainText('0 ns of the run');
});

test('is a difference in fate called out in a sentence, and marked in the table?', async ({
  page,
}) => {
  await openCompare(page);
  await page.keyboard.press('1');
  // Milestones: somewhere between the two answers to T1 one side has promised and the other not.
  for (let n = 0; n < 30; n++) {
    await page.keyboard.press('ArrowRight');
    await settled(page);
    await expect(page.locator('.callouts')).toHaveAttribute('aria-busy', 'false');
    if (await page.locator('.callout.fate').count()) break;
  }
  const sentence = page.locator('.callout.fate').first();
  await expect(sentence).toContainText(/If power failed now, T\d .* on the left .* on the right/);
  const name = /T\d/.exec(await sentence.innerText())?.[0];
  await expect(row(page, `${name} if power failed now`).locator('.difference')).toHaveText(
    'differs',
  );
});

test('does one power cut end both runs, and do both recover on one clock?', async ({ page }) => {
  await openCompare(page, compareLink({ ...sides, at: { phase: 0, time: 26000 }, cuts: [] }));
  await cutBoth(page, 'none');
  await expect(clock(page)).toContainText('of recovery 1');
  await page.keyboard.press('End');
  await settled(page);
  await expect(page.locator('.callout.verdict').first()).toContainText('verdict');
  await expect(row(page, 'redone')).toBeVisible();
  await expect(row(page, /after recovery/).first()).toContainText(/survived|rolled back/);
  await rested(page);
  const [url, words] = [page.url(), await said(page)];
  await page.reload();
  await settled(page);
  expect(await said(page)).toBe(words);
  expect(page.url()).toBe(url);
  await page.goBack();
  await expect(page.locator('.power-cut')).toHaveCount(0);
  await settled(page);
  await expect(clock(page)).toContainText('of the run');
  await page.goForward();
  await expect(page.locator('.power-cut')).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo the cut' }).click();
  await expect(page.locator('.power-cut')).toHaveCount(0);
});

test('does a link open the same comparison in another browser?', async ({ page, browser }) => {
  await openCompare(page, compareLink({ ...sides, at: { phase: 0, time: 26000 }, cuts: [] }));
  await cutBoth(page, 'all');
  await page.keyboard.press('ArrowRight');
  await settled(page);
  await rested(page);
  const words = await said(page);
  const other = await browser.newPage();
  await other.goto(page.url());
  await untilReady(other);
  await settled(other);
  expect(await said(other)).toBe(words);
  await expect(pane(other, 'Right').locator('.chip.differs')).toContainText('flush-on-insert');
  await other.close();
});

test('does a refused parameter say so at its side, keep what was typed, and run on?', async ({
  page,
}) => {
  await openCompare(page);
  const right = pane(page, 'Right');
  await right.getByRole('button', { name: /Parameters/ }).click();
  const field = right.getByRole('textbox', { name: 'page size' });
  const before = await field.inputValue();
  await field.fill('576');
  await field.press('Enter');
  await expect(right.getByText('The engine refuses this.')).toBeVisible();
  await expect(right.locator('.problem-list').first()).toContainText('multiple of the disk');
  await expect(field).toHaveValue('576');
  await expect(pane(page, 'Left').getByText('The engine refuses this.')).toHaveCount(0);
  await expect(right.locator('svg.tiers')).toBeVisible();
  await field.fill(before);
  await field.press('Enter');
  await expect(right.getByText('The engine refuses this.')).toHaveCount(0);
});

test('does the clock follow a drag on the timeline?', async ({ page }) => {
  await openCompare(page);
  const svg = page.locator('.compare-time svg').first();
  const box = await svg.boundingBox();
  if (!box) throw new Error('the timeline is not drawn');
  await page.mouse.move(box.x + box.width * 0.2, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.7, box.y + 60, { steps: 5 });
  await page.mouse.up();
  await settled(page);
  await expect(clock(page)).not.toContainText('0 ns of');
  await expect(page.locator('svg.tiers')).toHaveCount(2);
});

test('does what is edited while it is compared go on being compared?', async ({ page }) => {
  await openCompare(page);
  await page.getByRole('button', { name: 'Machine' }).click();
  await page.getByRole('button', { name: 'Change…' }).click();
  await page.getByRole('textbox', { name: 'Thread 1' }).fill('begin T1\nA := 78\ncommit');
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(page.locator('.script-both')).toContainText('A := 78');
  await expect(pane(page, 'Right').locator('.chip.differs')).toContainText('flush-on-insert');
});

const cut = {
  ...sides,
  at: { phase: 1, time: 30000 },
  cuts: [{ time: 26000, survive: 'none' as const }],
};

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [name, hash] of [
    ['the run', compareLink({ ...sides, at: { phase: 0, time: 26600 }, cuts: [] })],
    ['recovery', compareLink(cut)],
    ['projection', compareLink(cut, { layout: 'projection' })],
  ] as const) {
    test(
      `does axe find nothing to complain about: ${name}, ${colorScheme}?`,
      inDepthIf((colorScheme === 'dark') !== (name === 'recovery')),
      async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await openCompare(page, hash);
        // The panel that cuts the power is beside one of them.
        if (name === 'projection') await page.keyboard.press('c');
        expect(await violations(page)).toEqual([]);
      },
    );
  }
}

test('does it hold in Chinese?', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openCompare(page, compareLink(cut, { lang: 'zh' }));
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.keyboard.press('End');
  await settled(page);
  expect(await violations(page)).toEqual([]);
  const words = await page.locator('body').innerText();
  expect(words).not.toMatch(/\b(the|and|with|survives|left|right)\b/);
});

const SMALL = [
  ['a phone', 360, 740],
  ['a laptop at 200 % zoom', 720, 450],
] as const;
for (const [index, [what, width, height]] of SMALL.entries()) {
  test(`can everything be reached on ${what}?`, inDepthIf(!isTurn(index, 2)), async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openCompare(page, compareLink({ ...sides, at: { phase: 0, time: 26600 }, cuts: [] }));
    for (const [n, tab] of ['Left', 'Right', 'Timeline', 'Differences'].entries()) {
      await page.getByRole('button', { name: tab, exact: true }).click();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, tab).toBeLessThanOrEqual(width);
      const middle = page.locator('.compare-middle');
      if (await middle.count()) {
        const [inner, outer] = await middle.evaluate((box) => [box.scrollWidth, box.clientWidth]);
        expect(inner, tab).toBeLessThanOrEqual(outer ?? 0);
      }
      if (inTurn(n, width === 360 ? 0 : 1)) expect(await violations(page), tab).toEqual([]);
    }
    for (const name of ['Step forward', 'Cut the power']) {
      const box = await page.getByRole('button', { name }).boundingBox();
      expect(box && box.y + box.height, name).toBeLessThanOrEqual(height);
    }
  });
}
