import { EMPTY_LINK, encodeLink } from '../../web/link/link';
import { NO_CHANGES } from '../../web/model/experiment/experiment_changes';
import { violations } from './support/axe';
import { expect, test } from './support/test';

// Wear of every scheme with NVM: the same panel in the laboratory and in the race.

const room = { placement: 'btree', page_bytes: 4096, frames: 4000, spare_pages: 2000, warm: true };
const own = JSON.stringify({
  format: 1,
  id: 'worn',
  kind: 'experiment',
  title: { en: 'Worn', zh: '磨损' },
  scale: 'quick',
  machine: { id: 'setup-a' },
  threads: 2,
  transactions: 200,
  warmup: 20,
  workload: { id: 'tpcb', params: { accounts: 20_000 } },
  schemes: [
    {
      id: 'aries',
      params: { ...room, partition_kb: 8192, buffer_kb: 1024, checkpoint_kb: 16_384 },
    },
    { id: 'nv-logging', params: { ...room, entries: 20_000, checkpoint_after: 10_000 } },
  ],
});

test('does the laboratory map the wear of whatever writes to NVM, with its numbers?', async ({
  page,
}) => {
  const lab = { own, changes: NO_CHANGES };
  await page.goto(`./#${encodeLink({ ...EMPTY_LINK, view: 'lab', lab })}`);
  await page.locator('.run-bar > button').click();
  await expect(page.locator('.run-progress')).toContainText('2 of 2', { timeout: 40_000 });
  const panel = page.getByRole('region', { name: 'Wear of the NVM' });
  await expect(panel).toContainText('No write to NVM: ARIES.');
  await expect(
    panel.getByRole('img', { name: /Wear map of NV-Logging: 1024 parts/ }),
  ).toBeVisible();
  const row = panel.locator('tbody tr');
  await expect(row).toHaveCount(1);
  // Ten times the writes, ten times as long.
  await expect(row.locator('td')).toHaveCount(10);
  await expect(row.locator('td').nth(7)).toContainText('levelled');
  const darkest = () =>
    panel.locator('.wear-map rect[fill-opacity]').evaluateAll((cells) => cells.length);
  expect(await darkest()).toBeGreaterThan(10);
  await panel.getByLabel('A cell stands for').selectOption('all writes to each part');
  await expect(panel.locator('.wear-map rect[fill-opacity="1"]').first()).toBeAttached();
  // A point has its own map, too, and results that were kept show the same.
  await page.getByRole('button', { name: 'Open point 2' }).click();
  await expect(page.locator('.point-wear svg')).toBeVisible();
  const numbers = await row.textContent();
  await page.reload();
  await expect(row).toHaveText(numbers ?? '', { timeout: 20_000 });
  expect(await violations(page)).toEqual([]);
});

test('does the race tell the wear at the playhead, exactly at its end?', async ({ page }) => {
  const racers = ['nv-logging', 'rewind'].map((scheme) => ({ scheme, params: {} }));
  const race = { racers, params: {}, workload: 'tpcb', machine: 'setup-a', run: true } as const;
  await page.goto(
    `./#${encodeLink({ ...EMPTY_LINK, view: 'race', race: { ...race, threads: 2, duration: 2_000_000, seed: 1 } })}`,
  );
  await expect(page.getByTestId('race-status')).toHaveText('All systems have reached the end', {
    timeout: 40_000,
  });
  const panel = page.getByRole('region', { name: 'Wear of the NVM' });
  const written = () => panel.locator('tbody tr').first().locator('td').first().textContent();
  await expect(panel.locator('.wear-map')).toHaveCount(2);
  await expect(panel).not.toContainText('≈');
  const whole = Number((await written())?.replaceAll(',', ''));
  await page.getByRole('slider', { name: /Virtual time/ }).press('Home');
  await expect(async () => {
    const some = Number((await written())?.replaceAll(',', ''));
    expect(some).toBeLessThan(whole);
  }).toPass();
});
