import type { Page } from '@playwright/test';
import { EMPTY_LINK, encodeLink } from '../../web/link/link';
import { NO_CHANGES } from '../../web/model/experiment/experiment_changes';
import { isTurn } from '../effort';
import { violations } from './support/axe';
import { expect, inDepthIf, test } from './support/test';

// The laboratory's builder: an experiment from nothing, or from a copy, judged as it is put
// together.

const status = (page: Page) => page.getByTestId('build-status');
const open = (page: Page) => page.getByRole('button', { name: 'Open as my own experiment' }).last();

async function build(page: Page): Promise<void> {
  await page.goto(`./#${encodeLink({ ...EMPTY_LINK, view: 'lab' })}`);
  await page.getByRole('button', { name: 'New experiment' }).click();
  await expect(status(page)).toHaveText('3 points', { timeout: 20_000 });
}

/** Types into a field and leaves it: then it counts. */
async function type(page: Page, name: string, value: string): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true });
  await field.fill(value);
  await field.press('Enter');
}

test('is an experiment put together from nothing, opened and measured?', async ({ page }) => {
  await build(page);
  await type(page, 'Title', 'Two policies');
  await type(page, 'Transactions measured', '60');
  await page.getByRole('combobox', { name: 'System 1' }).selectOption('nv-logging');
  await page.getByRole('button', { name: 'Add a system' }).click();
  const second = page.locator('.build-system').nth(1);
  await second.getByRole('textbox', { name: 'Name in the chart' }).fill('the other one');
  await second.getByText('Parameters').click();
  // The other value is chosen, whatever the first choice is.
  const choice = second.locator('details select').first();
  const now = await choice.inputValue();
  const options = choice.locator('option');
  const all = await options.evaluateAll((each) => each.map((one) => one.getAttribute('value')));
  await choice.selectOption(all.find((value) => value !== now) ?? '');
  await page
    .getByRole('combobox', { name: 'Name', exact: true })
    .selectOption('machine.nvm.slowdown');
  await page.locator('.build-axis input').fill('1, 8');
  await page.locator('.build-axis input').press('Enter');
  await expect(status(page)).toHaveText('4 points');
  await open(page).click();
  await expect(page.getByRole('heading', { name: 'Two policies' })).toBeVisible();
  await page.locator('.run-bar > button').click();
  await expect(page.locator('.chart .point')).toHaveCount(4, { timeout: 40_000 });
  await expect(page.locator('.chart')).toContainText('the other one');
  // It is an ordinary own experiment: in the link, and in the list.
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Two policies' })).toBeVisible();
  await page.getByRole('button', { name: /All experiments/ }).click();
  await expect(page.getByRole('button', { name: 'Two policies', exact: true })).toBeVisible();
});

test('does the engine say what is wrong, and is nothing lost?', async ({ page }) => {
  await build(page);
  await type(page, 'Transactions measured', 'many');
  await expect(status(page)).toHaveText('The engine refuses one field.');
  const field = page.locator('.value-field').filter({ hasText: 'Transactions measured' });
  await expect(field.getByRole('alert')).toContainText('whole number');
  await expect(open(page)).toBeDisabled();
  await page.reload();
  await page.getByRole('button', { name: 'New experiment' }).click();
  await expect(field.getByRole('textbox')).toHaveValue('many', { timeout: 20_000 });
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(status(page)).toHaveText('3 points');
  await page.getByRole('button', { name: 'Back without opening it' }).click();
  await expect(page.getByRole('heading', { name: 'Experiments', exact: true })).toBeVisible();
});

test('is a copy of the open experiment changed, and the original left as it was?', async ({
  page,
}) => {
  const lab = { experiment: 'nvl-persist-slowdown', changes: NO_CHANGES };
  await page.goto(`./#${encodeLink({ ...EMPTY_LINK, view: 'lab', lab })}`);
  await page.getByRole('button', { name: 'Change a copy' }).click({ timeout: 20_000 });
  await expect(status(page)).toHaveText('6 points');
  await expect(page.locator('.build-foot')).toContainText('2 claims');
  await page.getByRole('button', { name: 'Remove system 2' }).click();
  await expect(status(page)).toHaveText('3 points');
  await expect(page.locator('.build-foot')).toContainText('One claim');
  await page.getByRole('button', { name: 'Back without opening it' }).click();
  await expect(page.locator('.setup')).toContainText('6 points');
});

test('does a file of two scales offer both?', async ({ page }) => {
  const lab = { experiment: 'nvl-persist-slowdown', changes: NO_CHANGES };
  await page.goto(`./#${encodeLink({ ...EMPTY_LINK, view: 'lab', lab })}`);
  const transactions = page.getByRole('textbox', { name: 'Transactions measured' });
  await expect(transactions).toHaveValue('1500', { timeout: 20_000 });
  await page.getByRole('combobox', { name: 'Scale' }).selectOption('published');
  await expect(transactions).toHaveValue('20000');
  await expect(page.locator('.setup')).toContainText('published');
  await expect(page).toHaveURL(/e\.scale=published/);
  await page.reload();
  await expect(transactions).toHaveValue('20000', { timeout: 20_000 });
});

const LOOKS = [
  ['at a desk', 'light', 1440],
  ['on a phone, dark', 'dark', 390],
] as const;
for (const [n, [what, colorScheme, width]] of LOOKS.entries()) {
  const title = `does axe find nothing in the builder, and does it fit: ${what}?`;
  test(title, inDepthIf(!isTurn(n, 2)), async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 844 });
    await build(page);
    await type(page, 'Seed', 'x');
    await expect(status(page)).toHaveText('The engine refuses one field.');
    for (const summary of await page.locator('.builder summary').all()) await summary.click();
    expect(await violations(page)).toEqual([]);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
  });
}

test('can it all be done by the keyboard?', async ({ page }) => {
  await build(page);
  // The heading has the focus; back and "afresh" come first, then the fields in order.
  await expect(page.getByRole('heading', { name: 'Build an experiment' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Start over' })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Title' })).toBeFocused();
  await open(page).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'My experiment' })).toBeVisible();
});

/** Two points over a database that the stage takes. */
const params = {
  placement: 'btree',
  page_bytes: 8192,
  frames: 1000,
  spare_pages: 500,
  warm: true,
  entries: 4000,
  checkpoint_after: 3000,
};
const small = {
  format: 1,
  id: 'small',
  kind: 'experiment',
  title: { en: 'Small', zh: '小' },
  scale: 'quick',
  machine: { id: 'setup-a' },
  threads: 2,
  transactions: 40,
  workload: { id: 'tpcc', params: { warehouses: 1, customers: 30, items: 1000, orders: 30 } },
  schemes: [{ id: 'nv-logging', params }],
  sweep: { 'machine.nvm.slowdown': [1, 8] },
};

async function openPoint(page: Page, file: object, number: number) {
  const lab = { own: JSON.stringify(file), changes: NO_CHANGES };
  await page.goto(`./#${encodeLink({ ...EMPTY_LINK, view: 'lab', lab })}`);
  const point = page.getByRole('button', { name: `Open point ${number}`, exact: true });
  await point.click({ timeout: 20_000 });
  await expect(page.locator('.point-panel')).toContainText('its first 4 transactions');
  await page.getByRole('button', { name: 'Open this run on the stage' }).click();
}

test('does a point open its own run on the stage, at its start?', async ({ page }) => {
  await openPoint(page, small, 2);
  await expect(page.locator('.scenario-title')).toHaveText('Small (2)', { timeout: 20_000 });
  await expect(page.getByRole('slider', { name: 'Playhead' })).toHaveAttribute(
    'aria-valuenow',
    '0',
  );
  await page.goBack();
  await expect(page.locator('.point-panel')).toContainText('Point 2 of 2');
});

test('does the page say so where the stage is too small for a point’s database?', async ({
  page,
}) => {
  const large = {
    ...small,
    schemes: [{ id: 'nv-logging', params: { ...params, frames: 60_000 } }],
  };
  await openPoint(page, large, 1);
  await expect(page.locator('.notice-bar')).toContainText('64 MB are allowed');
  await expect(page.locator('.point-panel')).toBeVisible();
});

test('is a parameter found among many, and what differs from the usual shown alone?', async ({
  page,
}) => {
  await page.goto(
    `./#${encodeLink({ ...EMPTY_LINK, view: 'lab', lab: { experiment: 'server-commits', changes: NO_CHANGES } })}`,
  );
  await page.getByRole('button', { name: 'Change a copy' }).click();
  const details = page
    .locator('details')
    .filter({ has: page.getByLabel('Find a parameter') })
    .first();
  await details.locator('summary').first().click();
  const fields = details.locator('input:not([type=search]), select');
  const all = await fields.count();
  await details.getByLabel('Find a parameter').fill('commit_delay');
  await expect(fields).not.toHaveCount(all);
  await expect(details).toContainText('commit delay');
  await details.getByLabel('Find a parameter').fill('');
  await details.getByLabel(/Only those that differ/).check();
  expect(await fields.count()).toBeLessThan(all);
  await expect(details).not.toContainText('commit delay');
  expect(await violations(page)).toEqual([]);
});
