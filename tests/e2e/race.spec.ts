import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { EMPTY_LINK, encodeLink } from '../../web/link/link';
import type { RaceLink } from '../../web/race/model/link';
import { violations } from './support/axe';
import { expect, inDepthIf, test } from './support/test';
import { timePasses } from './support/time_passes';

// A race of schemes: run, played, scrubbed, its power cut in all, restored.

/** Two schemes on a small workload, as in the first form but shorter. */
const small: RaceLink = {
  racers: [
    { scheme: 'nv-logging', params: {} },
    { scheme: 'aries', params: { log_on: 'tmpfs' } },
  ],
  workload: 'tpcb',
  params: { accounts: 1000 },
  machine: 'today',
  threads: 2,
  duration: 2_000_000,
};

const raceLink = (race: RaceLink, lang?: 'zh') =>
  `./#${encodeLink({ ...EMPTY_LINK, view: 'race', race, ...(lang && { lang }) })}`;

const rows = (page: Page) => page.locator('[aria-labelledby="race-standings"] tbody tr');
const clock = (page: Page) => page.locator('.race-clock');
const scrubber = (page: Page) => page.getByRole('slider', { name: /Virtual time/ });

async function start(page: Page): Promise<void> {
  await page.goto(raceLink(small));
  await page.getByRole('button', { name: 'Start the race' }).click();
  await expect(page.getByTestId('race-status')).toHaveText('All systems have reached the end', {
    timeout: 40_000,
  });
}

async function commits(page: Page, racer: number): Promise<number> {
  const text = await rows(page).nth(racer).locator('td').first().innerText();
  return Number(text.replace(/\D/g, ''));
}

test('does a race run, scrub, lose its power, and come back from its link?', async ({ page }) => {
  await start(page);
  await expect(rows(page)).toHaveCount(2);
  await expect(clock(page)).toContainText('2 ms / 2 ms');
  const atEnd = await commits(page, 0);
  expect(atEnd).toBeGreaterThan(10);

  // Half-way there are fewer.
  await scrubber(page).fill('1000000');
  await expect(clock(page)).toContainText('1 ms / 2 ms');
  const half = await commits(page, 0);
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThan(atEnd);
  await page.locator('h2').click();
  await page.keyboard.press('ArrowRight');
  await expect(clock(page)).toContainText('1.04 ms');

  await page.keyboard.press('c');
  await expect(page.getByTestId('race-cut-status')).toHaveText('All systems have recovered.', {
    timeout: 40_000,
  });
  const recoveries = page.locator('.race-recoveries ol > li');
  await expect(recoveries).toHaveCount(2);
  await expect(recoveries.locator('.good')).toHaveCount(2);
  await expect(recoveries.first()).toContainText('redo');
  await expect(recoveries.first()).toContainText('per 1,000 commits');
  await expect(recoveries.first()).toContainText(
    /\d (ns|µs|ms|s) per MiB of log read · [\d.]+ (B|KiB|MiB) read/,
  );
  // Every phase has its reason, and nothing is left over.
  await recoveries.first().locator('summary').click();
  await expect(recoveries.first().locator('details')).toContainText('to find out who had not');
  await expect(recoveries.first().locator('details')).toContainText(/\d % of it is/);
  await expect(page.locator('.race-recoveries')).not.toContainText('the rest');
  expect(await violations(page)).toEqual([]);

  await expect(page).toHaveURL(/r\.cut=1040000/);
  await page.reload();
  await expect(page.getByTestId('race-cut-status')).toHaveText('All systems have recovered.', {
    timeout: 40_000,
  });
  await expect(clock(page)).toContainText('1.04 ms');
});

test('does the choice stand beside the result, the paper’s one click away?', async ({ page }) => {
  await page.goto('./#v=1&w=race');
  await expect(page.getByLabel('Machine')).toHaveValue('today');
  await page.goto('about:blank');
  await start(page);
  const note = page.getByTestId('race-note');
  await expect(note).toContainText('Present-day server');
  await expect(note).toContainText('commit “synchronous”');
  await note.getByRole('button', { name: 'with group commit' }).click();
  await expect(note).toContainText('commit “group”');
  await note.getByRole('button', { name: 'the paper’s machine' }).click();
  await expect(note).toContainText('Xeon X5550');
  await expect(page).toHaveURL(/r\.m=setup-a/);
  await expect(page.getByLabel('Machine')).toHaveValue('setup-a');
});

test('does it play and pause, and show a run’s numbers?', async ({ page }) => {
  await start(page);
  await page.locator('h2').click();
  await page.keyboard.press('Home');
  await expect(clock(page)).toContainText('0 ns');
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
  await expect.poll(() => scrubber(page).inputValue().then(Number)).toBeGreaterThan(20_000);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  const at = await scrubber(page).inputValue();
  await timePasses(page, 200);
  expect(await scrubber(page).inputValue()).toBe(at);
  await rows(page).first().getByRole('button').click();
  await expect(page.locator('.race-numbers')).toContainText('Transactions committed per second');
  await page.keyboard.press('Escape');
  await expect(page.locator('.race-numbers')).toHaveCount(0);
  await rows(page).first().getByRole('button').click();
  await page.getByRole('button', { name: 'Open in the Lab' }).click();
  await expect(page.getByRole('heading', { name: 'Race', exact: true })).toBeVisible();
  await expect(page.locator('.lab .point-table tbody tr')).toHaveCount(2);
  await page.goBack();
  await expect(page.getByTestId('race-status')).toHaveText('All systems have reached the end', {
    timeout: 40_000,
  });
  await page.getByRole('button', { name: 'Add a system' }).click();
  await expect(page.getByLabel('System 3', { exact: true })).toBeVisible();
});

test('does playing take the speed that is chosen, and does the browser keep it?', async ({
  page,
}) => {
  await start(page);
  const speed = page.getByLabel('Speed');
  await expect(speed).toHaveValue('1');
  const played = async (choice: string) => {
    await speed.selectOption(choice);
    const begun = Date.now();
    await page.getByRole('button', { name: 'Play' }).click();
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible({ timeout: 30_000 });
    return Date.now() - begun;
  };
  // Twice as fast is half of ten seconds; a busy machine may only take longer.
  expect(await played('2')).toBeLessThan(9000);
  await page.reload();
  await expect(page.getByLabel('Speed')).toHaveValue('2');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test(
    `does it hold on a phone in Chinese: ${colorScheme}?`,
    inDepthIf(colorScheme === 'light'),
    async ({ page }) => {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width: 390, height: 800 });
      await page.goto(raceLink({ ...small, run: true }, 'zh'));
      await expect(page.getByTestId('race-status')).toHaveText('全部到达终点', { timeout: 40_000 });
      expect(await violations(page)).toEqual([]);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(390);
      // The picture is what one sees first; the form is below it.
      await expect(page.locator('.race-charts .plot').first()).toBeInViewport({ ratio: 1 });
      await expect(page.locator('.race-setup')).not.toBeInViewport();
    },
  );
}

test('does the usual race begin at once when one opens it, without a click?', async ({ page }) => {
  await page.goto('./');
  await page.getByRole('button', { name: 'Race', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible({ timeout: 10_000 });
  await expect(page.locator('.race svg path[d*="L"]').first()).toBeVisible({
    timeout: 20_000,
  });
});

test('is a log that is dropped on the race what it runs?', async ({ page }) => {
  await page.goto(raceLink(small));
  const text = readFileSync('tests/fixtures/pg_wal/pgbench.txt', 'utf8');
  const data = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], 'wal.txt'));
    return transfer;
  }, text);
  await page.locator('main h2').first().waitFor();
  for (const event of ['dragover', 'drop']) {
    await page.dispatchEvent('main h2', event, { dataTransfer: data });
  }
  await expect(page.locator('.race-log')).toContainText(/wal\.txt: \d+ transactions/);
  await expect(page).toHaveURL(/w=race/);
  await page.getByRole('button', { name: 'Start the race' }).click();
  await expect(page.getByTestId('race-status')).toHaveText('All systems have reached the end', {
    timeout: 40_000,
  });
});
