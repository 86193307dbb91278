import AxeBuilder from '@axe-core/playwright';
import { NO_CHANGES } from '../../web/model/experiment_changes';
import { EMPTY_LINK, encodeLink } from '../../web/model/link';
import { expect, test } from './support/test';

// What the money buys: prices are changed, and nothing is measured again.

const room = { placement: 'btree', page_bytes: 4096, frames: 4000, spare_pages: 2000, warm: true };
const log = { partition_kb: 8192, buffer_kb: 1024, checkpoint_kb: 16_384 };
const own = JSON.stringify({
  ...{ format: 1, id: 'money', kind: 'experiment', title: { en: 'Money', zh: '钱' } },
  ...{ scale: 'quick', machine: { id: 'setup-a' }, threads: 2, transactions: 200, warmup: 20 },
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
  await expect(gain).toContainText('NV-Logging brings');
  await expect(panel.getByLabel('Price ratio of NVM and hard disk', { exact: true })).toHaveValue(
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
  const field = panel.getByLabel('Price ratio of NVM and hard disk', { exact: true });
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
  expect((await new AxeBuilder({ page }).analyze()).violations.map(({ id }) => id)).toEqual([]);
});
