import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { LabLink } from '../../web/lab/model/link';
import { EMPTY_LINK, encodeLink } from '../../web/link/link';
import type { LinkState } from '../../web/link/link_state';
import { NO_CHANGES } from '../../web/model/experiment/experiment_changes';
import { isTurn } from '../effort';
import { violations } from './support/axe';
import { write, written } from './support/code';
import { expect, inDepthIf, test } from './support/test';
import { timePasses } from './support/time_passes';

// Experiments: run, cancelled, restored, changed, opened from a file, exported.

const params = {
  placement: 'btree',
  page_bytes: 8192,
  frames: 8000,
  spare_pages: 4000,
  warm: true,
  entries: 400_000,
  checkpoint_after: 300_000,
};
const say = (en: string, zh: string) => ({ en, zh });
/** Four points of a fraction of a second each. */
const small = {
  format: 1,
  id: 'browser-test',
  kind: 'experiment',
  title: say('Browser experiment', '浏览器实验'),
  about: say('What the browser tests run.', '供浏览器测试使用。'),
  scale: 'quick',
  machine: { id: 'setup-a' },
  workload: { id: 'tpcc', params: { warehouses: 1, customers: 300, items: 10_000, orders: 300 } },
  threads: 2,
  transactions: 60,
  warmup: 10,
  seed: 1,
  schemes: [
    { id: 'nv-logging', params, label: say('at the insert', '插入时') },
    {
      id: 'nv-logging',
      params: { ...params, persist: 'flush-on-commit' },
      label: say('by the commit', '提交前'),
    },
  ],
  sweep: { 'machine.nvm.slowdown': [1, 8] },
  metrics: ['throughput', 'latency'],
  chart: { x: 'machine.nvm.slowdown', y: 'throughput', series: 'scheme' },
  claims: [
    {
      id: 'commit-over-insert',
      num: { scheme: 1 },
      den: { scheme: 0 },
      metric: 'throughput',
      reduce: 'range',
      expect: [0.5, 3],
    },
  ],
};
const own = JSON.stringify(small);

function labLink(lab?: LabLink, more: Partial<LinkState> = {}): string {
  return `./#${encodeLink({ ...EMPTY_LINK, view: 'lab', ...(lab && { lab }), ...more })}`;
}
const start = labLink({ own, changes: NO_CHANGES });

async function openExperiment(page: Page, link = start): Promise<void> {
  await page.goto(link);
  await expect(page.locator('.run-bar button')).toBeVisible({ timeout: 20_000 });
}

const runButton = (page: Page) => page.locator('.run-bar > button');
const drawn = (page: Page) => page.locator('.chart .point');
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

async function measured(page: Page, count = 4): Promise<void> {
  await runButton(page).click();
  await expect(page.getByText(`${count} of ${count} points`).first()).toBeVisible({
    timeout: 40_000,
  });
  await expect(runButton(page)).toHaveText(/All points are measured/);
}

const file = (content: string) => ({
  name: 'mine.json',
  mimeType: 'application/json',
  buffer: Buffer.from(content),
});
const openFile = (page: Page, content: string) =>
  page.locator('input[type=file][accept*=json]').setInputFiles(file(content));

test('does the scorecard lead from a verdict to its experiment and back?', async ({ page }) => {
  await page.goto(labLink());
  await page.getByRole('button', { name: /^Scorecard/ }).click();
  await expect(page.getByRole('heading', { name: 'Scorecard' })).toBeVisible();
  const rows = page.locator('.scorecard-rows > li');
  await expect.poll(() => rows.count()).toBeGreaterThan(100);
  const all = await rows.count();
  // Every verdict's button says how many rows it leaves.
  const verdict = page.locator('.scorecard-counts button').filter({ hasText: 'Near' }).first();
  const count = Number.parseInt((await verdict.textContent()) ?? '', 10);
  await verdict.click();
  await expect(rows).toHaveCount(count);
  await verdict.click();
  await expect(rows).toHaveCount(all);
  expect(await violations(page)).toEqual([]);
  // There is a reason beside each verdict that is not inside, and beside fractions the instrument
  // of the paper.
  const missed = page.locator('.scorecard-rows > li:is(.near, .order, .wrong-way, .contradicted)');
  await expect(missed.filter({ hasText: 'Why: ' })).toHaveCount(await missed.count());
  await expect(
    page.locator('.scorecard-rows > li.inside').filter({ hasText: 'Why: ' }),
  ).toHaveCount(0);
  await expect(rows.filter({ hasText: 'How the paper measured: perf' })).toHaveCount(2);
  await page.getByRole('button', { name: 'published', exact: true }).click();
  await expect(page).toHaveURL(/card=published/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'published', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('button', { name: 'quick', exact: true }).click();
  const row = rows.filter({ hasText: 'Figure 11: inserting' }).first();
  await row.getByRole('button').click();
  await expect(page.locator('.run-bar button')).toBeVisible({ timeout: 20_000 });
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Scorecard' })).toBeVisible();
});

/** Drops a file onto the page, as from the desktop. */
async function drop(page: Page, content: string): Promise<void> {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'mine.json', { type: 'application/json' }));
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true }));
  }, content);
}

test('does an experiment of the list run to its end?', async ({ page }) => {
  await page.goto(labLink());
  const entry = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'More clients', exact: true }) });
  await expect(entry).toContainText('3 points');
  await expect(entry).toContainText('quick');
  await entry.getByRole('button').click();
  await expect(page.getByRole('heading', { name: 'More clients' })).toBeVisible();
  await measured(page, 3);
  await expect(drawn(page)).toHaveCount(3);
  await expect(page.locator('.claim')).toContainText('Holds');
  await expect(page.locator('.point-table tbody tr')).toHaveCount(3);
  await expect(page.locator('.point-table')).not.toContainText('–');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Experiments', exact: true })).toBeVisible();
});

test('does a run that is cancelled keep what it has, and go on from there?', async ({ page }) => {
  // The first points are short, the last ones are not.
  const long = { ...small, sweep: { transactions: [40, 2_000_000] }, chart: undefined, claims: [] };
  await openExperiment(page, labLink({ own: JSON.stringify(long), changes: NO_CHANGES }));
  await runButton(page).click();
  await expect(page.locator('.run-progress')).toContainText(/[12] of 4 points/, {
    timeout: 30_000,
  });
  await expect(page.locator('.run-progress')).toContainText(/left/);
  expect(await drawn(page).count()).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(runButton(page)).toHaveText('Measure the rest', { timeout: 5000 });
  const count = await drawn(page).count();
  await runButton(page).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  expect(await drawn(page).count()).toBeGreaterThanOrEqual(count);
  // It goes on while one looks at something else.
  await page.getByRole('button', { name: 'Lectures' }).click();
  await expect(page.getByRole('heading', { name: 'Lectures' })).toBeVisible();
  await page.getByRole('button', { name: 'Lab', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await page.keyboard.press('r');
  await expect(runButton(page)).toHaveText('Measure the rest', { timeout: 5000 });
});

test('does a reload bring back points, parameters, metric and the chosen point?', async ({
  page,
}) => {
  await openExperiment(page);
  await field(page, 'Seed').fill('5');
  await field(page, 'Seed').press('Enter');
  await expect(page).toHaveURL(/e\.seed=5/);
  await measured(page);
  await page.getByLabel('Show').selectOption({ label: 'Latency, median' });
  await drawn(page).last().click();
  await expect(page.locator('.point-panel')).toContainText('Point 4 of 4');
  const numbers = await page.locator('.point-table').innerText();
  await timePasses(page, 400);
  await page.reload();
  await expect(runButton(page)).toHaveText(/All points are measured/);
  await expect(drawn(page)).toHaveCount(4);
  expect(await page.locator('.point-table').innerText()).toBe(numbers);
  await expect(field(page, 'Seed')).toHaveValue('5');
  await expect(page.getByLabel('Show')).toHaveValue('latency.p50');
  await expect(page.locator('.point-panel')).toContainText('Point 4 of 4');
});

test('does a chart of several metrics stack them, and show one alone?', async ({ page }) => {
  const parts = ['share.log-work', 'share.lock-manager', 'share.logic'];
  const chart = { x: 'scheme', y: 'throughput', facet: 'machine.nvm.slowdown', parts };
  const stacked = JSON.stringify({ ...small, chart: { ...chart, stacked: true } });
  await openExperiment(page, labLink({ own: stacked, changes: NO_CHANGES }));
  await measured(page);
  await expect(page.locator('.legend-name')).toHaveText([
    'Log work',
    'Lock manager',
    'Transaction logic',
  ]);
  await expect(drawn(page)).toHaveCount(4);
  await expect(page.locator('.chart .point .bar')).toHaveCount(12);
  await expect(drawn(page).first()).toHaveAccessibleName(
    /Log work [\d.]+ %, Lock manager [\d.]+ %/,
  );
  await drawn(page).nth(2).click();
  await expect(page.locator('.point-panel')).toContainText('of 4');
  await page.getByLabel('Show').selectOption({ label: 'Latency, median' });
  await expect(page.locator('.chart .point .bar')).toHaveCount(4);
  await expect(page).toHaveURL(/e\.y=latency\.p50/);
  await page.getByLabel('Show').selectOption({ label: 'Shares of the clients’ time' });
  await expect(page.locator('.chart .point .bar')).toHaveCount(12);
});

test('does a point show how it went over time?', async ({ page }) => {
  await openExperiment(page);
  await measured(page);
  await drawn(page).last().click();
  await page.getByRole('button', { name: 'Show progress over time' }).click();
  const figure = page.getByRole('figure', { name: 'Progress over time' });
  await expect(figure.getByRole('img', { name: 'Commits per second' })).toBeVisible({
    timeout: 20_000,
  });
  await expect(figure.getByRole('img', { name: 'Where the clients’ time goes' })).toBeVisible();
  await expect(figure).toContainText(/From [\d,]+ to [\d,]+ commits per second, in \d+ intervals/);
  // Another point has its own.
  await page.getByRole('button', { name: 'Open point 1' }).click();
  await expect(page.getByRole('button', { name: 'Show progress over time' })).toBeVisible();
});

test('do points go out as lines and come back from a file?', async ({ page }) => {
  await openExperiment(page);
  await measured(page);
  await page.getByRole('button', { name: 'Export', exact: true }).first().click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Points as JSON lines' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('browser-test-points.jsonl');
  const lines = readFileSync(await download.path(), 'utf8');
  // The browser is as one that has never measured anything.
  await page.evaluate(() => indexedDB.deleteDatabase('afterimage-points') && undefined);
  await page.goto('about:blank');
  await openExperiment(page);
  await expect(runButton(page)).toHaveText('Run');
  await page.getByRole('button', { name: /All experiments/ }).click();
  const give = (content: string) =>
    page.locator('input[type=file][accept*=jsonl]').setInputFiles({
      name: 'part.jsonl',
      mimeType: 'application/jsonl',
      buffer: Buffer.from(content),
    });
  await give(`${lines}{"key":1}\n`);
  await expect(page.getByRole('alert')).toContainText(/line \d is not a measured point/);
  await give(lines);
  await expect(page.getByRole('status').filter({ hasText: 'part.jsonl' })).toContainText(
    'measured points read',
  );
  await page.getByRole('button', { name: 'Browser experiment', exact: true }).click();
  await expect(runButton(page)).toHaveText(/All points are measured/);
  await expect(drawn(page)).toHaveCount(4);
});

test('does a file that is wrong show its place, and leave open what was open?', async ({
  page,
}) => {
  await page.goto(labLink());
  await openFile(page, '{\n  "format": 1,\n  "kind": oops\n}');
  const alert = page.locator('.refused-file');
  await expect(alert).toContainText('line 3, column 11');
  await expect(alert.locator('.excerpt')).toContainText('"kind": oops');
  await openExperiment(page);
  await drop(page, JSON.stringify({ ...small, threads: 0 }, null, 2));
  await expect(alert).toContainText('threads');
  await expect(alert).toContainText('must be in 1');
  await expect(page.getByRole('heading', { name: 'Browser experiment' })).toBeVisible();
  // A refused file can be corrected on the spot.
  await alert.locator('summary', { hasText: 'The whole file' }).click();
  const text = alert.getByRole('textbox');
  // The place is the text's own, and faults are reported during typing.
  const whole = await written(text);
  await write(
    text,
    whole.replace('"seed"', '"seed": 1, "sede"').replace('"threads": 0', '"threads": 0.5'),
  );
  await expect(alert.locator('.json-faults')).toContainText('sede: there is no such field');
  await expect(alert.locator('.json-faults')).toContainText('threads: a whole number');
  await write(text, whole);
  await write(text, (await written(text)).replace('"threads": 0', '"threads": 3'));
  await alert.getByRole('button', { name: 'Open as my own experiment' }).click();
  await expect(alert).toHaveCount(0);
  await expect(field(page, 'Clients')).toHaveValue('3');
});

test('is a file opened wherever it is dropped, and listed among the own ones?', async ({
  page,
}) => {
  await page.goto('./');
  await drop(page, own);
  await expect(page.getByRole('heading', { name: 'Browser experiment' })).toBeVisible();
  await page.getByRole('button', { name: /All experiments/ }).click();
  const entry = page.getByRole('button', { name: 'Browser experiment', exact: true });
  await expect(entry).toBeVisible();
  await page.getByRole('button', { name: 'Forget Browser experiment' }).click();
  await expect(entry).toHaveCount(0);
  await drop(page, `{"kind": "experiment", "x": "${'y'.repeat(1_100_000)}"}`);
  await expect(page.locator('.notice-bar')).toContainText('the limit is 1 MB');
});

test('does the engine itself say what is wrong with a parameter?', async ({ page }) => {
  await openExperiment(page);
  await field(page, 'Clients').fill('many');
  await field(page, 'Clients').press('Enter');
  const problem = page.locator('.value-field').filter({ hasText: 'Clients' }).getByRole('alert');
  await expect(problem).toContainText('threads');
  await expect(field(page, 'Clients')).toHaveAttribute('aria-invalid', 'true');
  await expect(field(page, 'Clients')).toHaveValue('many');
  await field(page, 'Clients').fill('1');
  await field(page, 'Clients').press('Enter');
  await expect(problem).toHaveCount(0);
  const swept = page.getByRole('textbox', { name: /swept/ });
  await swept.fill('1, 4, 1');
  await swept.press('Enter');
  await expect(page.locator('.param-form')).toContainText('this value is listed already');
  await swept.fill('1, 4, 16');
  await swept.press('Enter');
  await expect(page.locator('.point-table tbody tr')).toHaveCount(6);
  await page.getByRole('button', { name: 'Back to the file’s values' }).click();
  await expect(page.locator('.point-table tbody tr')).toHaveCount(4);
});

test('does an engine that does not load say so, and load when it is asked again?', async ({
  page,
  troubles,
}) => {
  await page.route('**/engine_fast*.wasm', (route) => route.abort());
  await page.goto(labLink());
  const entry = page.getByRole('button', { name: 'More clients' });
  await entry.click();
  await expect(page.getByRole('alert')).toContainText('The engine could not be started');
  troubles.forget(/ERR_FAILED/);
  await page.unroute('**/engine_fast*.wasm');
  // The requested experiment opens.
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'More clients' })).toBeVisible();
  // The list's own picture requested the engine, too; the browser may report it later.
  troubles.forget(/ERR_FAILED/);
});

test('does a point show its numbers, by the mouse and by the keyboard?', async ({ page }) => {
  await openExperiment(page);
  await measured(page);
  await page.locator('.chart .point[tabindex="0"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  const panel = page.locator('.point-panel');
  await expect(panel).toContainText('Point 4 of 4');
  await expect(panel).toContainText('Where the clients’ time goes');
  await expect(panel).toContainText('Bytes written to NVM');
  await expect(panel).toContainText('Writes of the most worn NVM unit');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await page.getByRole('button', { name: 'Open point 2' }).click();
  await expect(panel).toContainText('Point 2 of 4');
});

test('does a long experiment give a first look, labelled as one, and then refine it?', async ({
  page,
}) => {
  const long = { ...small, transactions: 40_000, warmup: 20 };
  await openExperiment(page, labLink({ own: JSON.stringify(long), changes: NO_CHANGES }));
  await runButton(page).click();
  const progress = page.locator('.run-progress');
  await expect(progress).toContainText('First look, 1,000 transactions per point');
  await expect(progress).toContainText('Then every point is measured with 40,000 transactions');
  await expect(page.locator('.chart .point.early')).toHaveCount(4, { timeout: 40_000 });
  await expect(progress).toContainText('Refining, 40,000 transactions per point: 0 of 4 points');
  const note = page.locator('.chart-panel .look-note');
  await expect(note).toContainText('Open marks are a first look: 1,000 transactions per point.');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(runButton(page)).toHaveText('Run');
  await timePasses(page, 400);
  await page.reload();
  await expect(page.locator('.chart .point.early')).toHaveCount(4, { timeout: 20_000 });
  await drawn(page).last().click();
  await expect(page.locator('.point-panel')).toContainText('A first look: 1,000 transactions.');
  expect(await violations(page)).toEqual([]);
});

test('is what was measured exported whole?', async ({ page }) => {
  await openExperiment(page);
  await measured(page);
  const exported = async (name: string): Promise<Buffer> => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    await page.keyboard.press('Escape');
    return readFileSync(await download.path());
  };
  const csv = (await exported('Points as CSV')).toString();
  expect(csv.trim().split('\r\n')).toHaveLength(5);
  expect(csv).toContain('throughput [txn/s]');
  const result = JSON.parse((await exported('Result as JSON')).toString());
  expect(result.points).toHaveLength(4);
  expect(result).toMatchObject({ experiment: small.id, claims: [{ verdict: 'inside' }] });
  expect(result.prices.nvmToDisk).toBe(24);
  expect(JSON.parse((await exported('Experiment file')).toString())).toEqual(small);
  const svg = (await exported('Chart as SVG')).toString();
  expect(svg).toContain('Browser experiment');
  expect(svg).toContain('by the commit');
  expect(svg).not.toMatch(/ class=|var\(| style=/);
  const png = await exported('Chart as PNG');
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.length).toBeGreaterThan(10_000);
});

test('is an experiment over time drawn as lines, told as a table, and exported?', async ({
  page,
}) => {
  const chart = { x: 'elapsed', y: 'nvm.lines_written', facet: 'machine.nvm.slowdown' };
  const { claims: _none, ...rest } = small;
  const over = JSON.stringify({ ...rest, samples: 20, chart });
  await openExperiment(page, labLink({ own: over, changes: NO_CHANGES }));
  await measured(page);
  // A line a point, two to a chart.
  await expect(drawn(page)).toHaveCount(4);
  await expect(page.locator('.chart .facet-title')).toHaveCount(2);
  await expect(drawn(page).first()).toHaveAccessibleName(
    /^at the insert: [\d,.]+ to [\d,.]+ per second, [\d,.]+ on average, over \d+ intervals$/,
  );
  await drawn(page).first().focus();
  await page.keyboard.press('ArrowDown');
  await expect(drawn(page).nth(1)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('.point-panel')).toContainText('Point 3');
  await page.getByText('The lines as a table').click();
  await expect(page.locator('.time-table thead th')).toHaveCount(5);
  expect(await page.locator('.time-table tbody tr').count()).toBeGreaterThan(5);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Export', exact: true }).first().click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Values over time as CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('browser-test-over-time.csv');
  const csv = readFileSync(await download.path(), 'utf8');
  expect(csv).toContain('scheme,machine.nvm.slowdown,label,elapsed [ns],commits,');
  expect(csv.trim().split('\r\n').length).toBeGreaterThan(4 * 10);
});

const LOOKS = [
  ['light', 'light', {}],
  ['dark', 'dark', {}],
  ['Chinese', 'light', { lang: 'zh' }],
  ['projection', 'dark', { layout: 'projection' }],
] as const;
for (const [n, [what, scheme, more]] of LOOKS.entries()) {
  test(
    `does axe find nothing to complain about: ${what}?`,
    inDepthIf(!isTurn(n)),
    async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      await page.goto(labLink(undefined, more));
      await expect(page.locator('.experiment-list li').first()).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await openExperiment(page, labLink({ own, changes: NO_CHANGES }, more));
      expect(await violations(page)).toEqual([]);
      await runButton(page).click();
      await expect(drawn(page)).toHaveCount(4, { timeout: 40_000 });
      await drawn(page).last().click();
      await expect(page.locator('.point-panel')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      if (what === 'Chinese')
        expect(await page.locator('main').innerText()).not.toMatch(/\b(the|and|with|points)\b/);
    },
  );
}

test('does everything fit a phone?', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await openExperiment(page);
  await measured(page);
  await drawn(page).last().click();
  await expect(page.locator('.point-panel')).toBeVisible();
  const wide = await page.evaluate(() => {
    const main = document.querySelector('main');
    return Math.max(document.documentElement.scrollWidth, main?.scrollWidth ?? 0);
  });
  expect(wide).toBeLessThanOrEqual(360);
  expect(await violations(page)).toEqual([]);
});
