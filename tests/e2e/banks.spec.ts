import { EMPTY_LINK, encodeLink } from '../../web/link/link';
import { violations } from './support/axe';
import { expect, test } from './support/test';

// The banks of the NVM on the stage, where the machine has a limit of them.

const say = (en: string, zh: string) => ({ en, zh });
const scenario = (machine: string) =>
  JSON.stringify({
    format: 1,
    id: 'banks',
    kind: 'scenario',
    title: say('Banks', '存储体'),
    machine: { id: machine },
    records: { A: 1, B: 2 },
    scheme: { id: 'pcmlogging', params: { slots: 16, frames: 4 } },
    threads: [
      ['begin T1', 'A := 10', 'commit'],
      ['begin T2', 'B := 20', 'commit'],
    ],
  });
const link = (machine: string) =>
  `./#${encodeLink({ ...EMPTY_LINK, view: 'stage', own: scenario(machine) })}`;

test('does the stage show which banks are busy, forwards and backwards?', async ({ page }) => {
  await page.goto(link('pcmlogging-ssd'));
  const banks = page.locator('.tiers .banks');
  await expect(banks).toContainText('0 of 4 busy', { timeout: 30_000 });
  const busy = banks.locator('.bank.busy');
  await expect(async () => {
    await page.keyboard.press('Shift+ArrowRight');
    await expect(busy).not.toHaveCount(0, { timeout: 200 });
  }).toPass({ timeout: 30_000, intervals: [0] });
  await expect(banks).toContainText(/[1-4] of 4 busy/);
  await expect(page.locator('.legend')).toContainText('NVM bank');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Home');
  await expect(busy).toHaveCount(0);
  await expect(page.locator('.counters')).toContainText('0 of 4');
});

test('does a machine without a limit of banks show none?', async ({ page }) => {
  await page.goto(link('setup-a'));
  await expect(page.locator('svg.tiers[data-at]')).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('.banks')).toHaveCount(0);
  await expect(page.locator('.legend')).not.toContainText('NVM bank');
});
