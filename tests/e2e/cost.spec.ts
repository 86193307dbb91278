import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { EMPTY_LINK, encodeLink } from '../../web/link/link';
import { NO_CHANGES } from '../../web/model/experiment/experiment_changes';
import { violations } from './support/axe';
import { expect, test } from './support/test';

// The throughput per dollar: prices are changed, and nothing is measured again.

const room = { placement: 'btree', page_bytes: 4096, frames: 4000, spare_pages: 2000, warm: true };
const log = { partition_kb: 8192, buffer_kb: 1024, checkpoint_kb: 16_384 };
const own = JSON.stringify({
  format: 1,
  id: 'money',
  kind: 'experiment',
  title: { en: 'Money', zh: '钱' },
  scale: 'quick',
  machine: { id: 'setup-a' },
  threads: 2,
  transactions: 200,
  warmup: 20,
  workload: { id: 'tpcb', params: { accounts: 20_000 } },
  schemes: [
    { id: 'nv-disk', preset: 'all-in-nvram', params: { ...room, ...log } },
    { id: 'nv-logging', params: { ...room, entries: 20_000, checkpoint_after: 10_000 } },
  ],
  sweep: { threads: [1, 2] },
  chart: { x: 'threads', y: 'throughput', series: 'scheme' },
});

test('does a price change what a dollar brings at once, without another measurement?', async ({
  page,
}) => {
  await page.goto(
    `./#${encodeLink({ ...EMPTY_LINK, view: 'lab', lab: { own, changes: NO_CHANGES } })}`,
  );
  const panel = page.getByRole('region', { name: 'What the money buys' });
  await page.locator('.run-bar > button').click();
  await expect(page.locator('.run-progress')).toContainText('4 of 4', { timeout: 40_000 });
  await expect(panel.locator('tbody tr')).toHaveCount(2);
  const gain = page.getByTestId('gain');
  await expect(gain).toContainText('NV-Logging gives');
  await expect(panel.getByLabel('Price ratio of NVM to hard disk', { exact: true })).toHaveValue(
    '24',
  );
  // The words are of one sum of logarithms, at any price.
  const sum = async () => {
    const words = await gain.textContent();
    const [, a, b, all] = words?.match(/ln ([\d.,]*\d) \+ ln ([\d.,]*\d) = ln ([\d.,]*\d)/) ?? [];
    const number = (text = '') => Math.log(Number(text.replaceAll(',', '')));
    expect(number(a) + number(b)).toBeCloseTo(number(all), 1);
    return Number(all?.replaceAll(',', ''));
  };
  const at24 = await sum();
  const field = panel.getByLabel('Price ratio of NVM to hard disk', { exact: true });
  await field.fill('256');
  const at256 = await sum();
  // All in NVM gets dearer faster than a log in NVM alone.
  expect(at256).toBeGreaterThan(at24);
  await panel.getByRole('slider').press('Home');
  await expect(field).toHaveValue('1');
  expect(await sum()).toBeLessThan(at24);
  await expect(page.locator('.run-progress')).toContainText('4 of 4');
  await panel.getByRole('button', { name: 'Back to the machine’s prices' }).click();
  expect(await sum()).toBe(at24);
  await panel.getByLabel('At', { exact: true }).selectOption({ label: 'one client' });
  await expect(panel.locator('tbody tr')).toHaveCount(2);
  expect(await violations(page)).toEqual([]);
});

async function saved(page: Page, panel: Locator, kind: string): Promise<string> {
  await panel.getByRole('button', { name: /^Export/ }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    panel.getByRole('button', { name: kind, exact: true }).click(),
  ]);
  await page.keyboard.press('Escape');
  return readFileSync(await download.path()).toString();
}

test('do a changed price and a chosen cell come back from the link, and stand in the files?', async ({
  page,
}) => {
  const measures = { prices: { ratio: 8 }, over: 0, under: 1, wear: 'all', costAt: 0 } as const;
  const lab = { own, changes: NO_CHANGES, measures };
  await page.goto(`./#${encodeLink({ ...EMPTY_LINK, view: 'lab', lab })}`);
  await page.locator('.run-bar > button').click();
  await expect(page.locator('.run-progress')).toContainText('4 of 4', { timeout: 40_000 });
  const panel = page.getByRole('region', { name: 'What the money buys' });
  const ratio = panel.getByLabel('Price ratio of NVM to hard disk', { exact: true });
  await expect(ratio).toHaveValue('8');
  await expect(panel.getByLabel('At', { exact: true })).toHaveValue('0');
  await expect(page.getByLabel('A cell stands for')).toHaveValue('all');
  await expect(page.getByTestId('gain')).toContainText(/^NV-Disk/);
  await ratio.fill('16');
  await expect(page).toHaveURL(/e\.price\.ratio=16/);
  await page.reload();
  await expect(ratio).toHaveValue('16', { timeout: 20_000 });
  const { prices, runs } = JSON.parse(await saved(page, panel, 'JSON'));
  expect(prices).toMatchObject({ nvmToDisk: 16, machine: { nvmToDisk: 24 } });
  expect(runs).toHaveLength(2);
  expect(await saved(page, panel, 'CSV')).toContain('nvm [$/GB]');
  const worn = page.getByRole('region', { name: 'Wear of the NVM' });
  for (const [region, words] of [
    [panel, 'commits/s/$'],
    [worn, 'share of units'],
  ] as const) {
    const svg = await saved(page, region, 'SVG');
    expect(svg).toContain(words);
    expect(svg).toContain('NV-Logging');
    expect(svg).not.toMatch(/ class=|var\(| style=/);
  }
  // Initial values leave nothing in the link.
  await panel.getByRole('button', { name: 'Back to the machine’s prices' }).click();
  await expect(page).not.toHaveURL(/e\.price/);
});

test('is a price that cannot be told, and does the race keep those that can?', async ({ page }) => {
  const racers = ['nv-logging', 'rewind'].map((scheme) => ({ scheme, params: {} }));
  const race = { racers, params: {}, workload: 'tpcb', machine: 'setup-a', run: true } as const;
  const link = encodeLink({
    ...EMPTY_LINK,
    view: 'race',
    race: { ...race, threads: 2, duration: 2_000_000, seed: 1, measures: { prices: { ratio: 8 } } },
  });
  await page.goto(`./#${link}&r.price.dram=-5`);
  await expect(page.locator('.notice-bar')).toContainText('r.price.dram');
  const panel = page.getByRole('region', { name: 'What the money buys' });
  const ratio = panel.getByLabel('Price ratio of NVM to hard disk', { exact: true });
  await expect(ratio).toHaveValue('8', { timeout: 40_000 });
  await panel.getByRole('slider').press('End');
  await expect(page).toHaveURL(/r\.price\.ratio=256/);
});
