import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { EMPTY_LINK, encodeLink } from '../../web/link/link';
import { NO_CHANGES } from '../../web/model/experiment/experiment_changes';
import { violations } from './support/axe';
import { lecture } from './support/site';
import { expect, test } from './support/test';

// The log of a PostgreSQL server, dropped on the laboratory.

const log = readFileSync('tests/fixtures/pg_wal/pgbench.txt', 'utf8');
// A tenth of a second of pgbench with four clients.
const busy = gunzipSync(readFileSync('tests/fixtures/server/pgbench_4_clients.wal.gz')).toString();
const flush = readFileSync('tests/fixtures/server/pg_test_fsync.txt', 'utf8');
const list = `./#${encodeLink({ ...EMPTY_LINK, view: 'lab' })}`;
const zone = (page: Page) => page.getByRole('region', { name: 'Drop the log of your database' });

/** Drops a text as a file on an element. */
async function drop(page: Page, on: string, name: string, text: string): Promise<void> {
  const data = await page.evaluateHandle(
    ([file, content]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([content ?? ''], file ?? ''));
      return transfer;
    },
    [name, text],
  );
  for (const event of ['dragenter', 'dragover', 'drop']) {
    await page.dispatchEvent(on, event, { dataTransfer: data });
  }
}

async function choose(page: Page, button: string, name: string, text: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).press('Enter');
  await (await chooser).setFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

const small = (threads: number[]) => ({
  format: 1,
  id: 'traced',
  kind: 'experiment',
  title: { en: 'Traced', zh: '日志' },
  scale: 'quick',
  machine: { id: 'setup-a' },
  workload: { id: 'pg-trace' },
  threads: 1,
  transactions: 12,
  schemes: [{ id: 'rewind', params: { log_slots: 8192, spare_kb: 1024 } }],
  sweep: { threads },
});

// The server, its ceiling, and two with the log in NVM, each with three numbers of clients.
const POINTS = 12;

/** One client alone does not determine the rates of several, and no ceiling is named. */
const UNTOLD = 'one client, and a model set by one, cannot tell what 8 clients do';

test('does a log that is dropped become a model of its server, with an answer?', async ({
  page,
}) => {
  await page.goto(list);
  await expect(zone(page)).toContainText('Nothing in it leaves this browser');
  // A reader who comes with a log meets this first, on a phone, too.
  for (const [width, height] of [
    [390, 844],
    [1024, 768],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(zone(page)).toBeInViewport({ ratio: 1 });
  }
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(request.url());
  });
  await drop(page, '.log-drop', 'wal.txt', busy);
  await expect(page.getByRole('heading', { name: 'Your server on wal.txt' })).toBeVisible();
  const summary = page.getByRole('region', { name: 'What was taken from wal.txt' });
  const server = page.getByRole('region', { name: 'Your server first' });
  await expect(server).toContainText('Not your machine');
  // The server stands first, before there is an answer and before the chart.
  await expect(server.getByLabel('How long a flush of the log takes')).toBeInViewport();
  await server.getByLabel('How long a flush of the log takes').fill(flush);
  await expect(server).toContainText('fdatasync 258.497 ops/sec');
  await server.getByLabel('Cores of the server').fill('none');
  await expect(server).toContainText('Type a whole number');
  await server.getByLabel('Cores of the server').fill('2');
  await server.getByLabel('with one client, synchronous_commit=off').fill('2000');
  await server.getByLabel('with one client, as it is').fill('220');
  // Rates in each other's fields are asked about, and every pasted run is accounted for.
  const asItIs = server.getByLabel('with 8 clients, as it is');
  await asItIs.fill('900');
  await server.getByLabel('with 8 clients, synchronous_commit=off').fill('400');
  await expect(server.getByText('Are these two swapped?')).toHaveCount(2);
  await asItIs.fill('');
  await server.getByLabel('with 8 clients, synchronous_commit=off').fill('');
  const loaded = server.getByLabel('More clients');
  await loaded.fill('number of clients: 1\ntps = 5\nnumber of clients: 16\ntps = 900');
  await expect(server).toContainText('not used, since it had one client');
  await expect(server).toContainText('900 transactions per second with 16 clients: used');
  await loaded.fill('');
  // Typed values do not describe the machine before they are used.
  await expect(server).toContainText('Not your machine');
  await server.getByRole('button', { name: 'Use these numbers' }).click();
  await expect(server).toContainText('Your machine, by your numbers');
  await expect(server.getByRole('button', { name: 'Use these numbers' })).toBeDisabled();
  // The answer is shown from its beginning, and what was typed stays open.
  await expect(page.getByRole('region', { name: 'The answer' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'The answer' })).toBeInViewport();
  await expect(server.getByLabel('Cores of the server')).toBeVisible();
  await expect(summary).toContainText('3,000 lines, 3,000 records');
  // Most of this log are complete pages, which no system writes again.
  await expect(summary).toContainText('10.3 KiB for each transaction that commits');
  await expect(summary).toContainText(/records with images of pages, 4\.45 MiB.*594/);
  await expect(summary.locator('dl').first()).toContainText(/transactions that commit\s*46\d/);
  await expect(page.getByTestId('lab-live')).toContainText(`Finished: ${POINTS} of ${POINTS}`, {
    timeout: 60_000,
  });
  const answer = page.getByRole('region', { name: 'The answer' });
  await expect(answer).toContainText(UNTOLD);
  await expect(answer).toContainText('pgbench with 8 clients and synchronous_commit=off');
  await expect(answer).not.toContainText('at most');
  await expect(answer).not.toContainText('the best that keeps');
  await expect(answer).toContainText('From that run on');
  // The model's log has as many bytes, since each block of the log is a page of its own.
  await expect(summary).toContainText('588 blocks of tables and indexes');
  await expect(answer).not.toContainText('for each commit, and yours has');
  // One client sets two prices: what it makes in the model is what was measured.
  await expect(answer.getByRole('row', { name: /1 client · as it is/ })).toContainText(
    'the model is fitted to it',
  );
  await expect(answer.getByRole('row', { name: /NV-Logging/ })).toContainText(/\d\.\d\d/);
  await expect(page.locator('.chart .point').first()).toBeVisible();
  // The study is run on request, after its duration was announced.
  await expect(answer).toContainText(/\d+ short runs, about/);
  await answer.getByRole('button', { name: 'Work it out' }).click();
  await expect(answer.getByRole('row', { name: /^The rest: what/ })).toBeVisible({
    timeout: 60_000,
  });
  const bar = (name: string) => answer.locator('.study-bars li').filter({ hasText: name });
  await expect(bar('A flush of the log')).toContainText('times');
  await expect(bar('From one process to another on a core')).toContainText('times');
  // A rate that is nearly as large is given as a percentage.
  await expect(bar('Commits of your server')).toContainText(/not awaited: .+ (less|more)/);
  // All of it is one sheet of paper.
  const sheet = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(sheet.match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1);
  expect(sent).toEqual([]);
  expect(await violations(page)).toEqual([]);
  // Log and results are kept in this browser.
  await page.reload();
  await expect(answer).toContainText(UNTOLD, { timeout: 20_000 });
  await expect(summary).toBeVisible();
  // The answer by itself: its link opens where there is neither the log nor a result.
  const rate = await answer.getByRole('row', { name: /NV-Logging/ }).innerText();
  await answer.getByRole('button', { name: 'Open as a page' }).click();
  const held = page.getByText('The link in the address bar holds all of this result');
  await expect(held).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your server on wal.txt' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const saved = readFileSync(await (await saving).path(), 'utf8');
  const link = page.url();
  await page.evaluate(async () => {
    for (const { name } of await indexedDB.databases())
      await new Promise((done) => {
        const request = indexedDB.deleteDatabase(name ?? '');
        request.onsuccess = done;
        request.onblocked = done;
      });
    localStorage.clear();
  });
  await page.goto('about:blank');
  await page.goto(link);
  await expect(held).toBeVisible();
  await expect(answer).toContainText(UNTOLD);
  expect(await answer.getByRole('row', { name: /NV-Logging/ }).innerText()).toBe(rate);
  const alone = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(alone.match(/\/Type\s*\/Page[^s]/g)).toHaveLength(1);
  // The file does the same, wherever it is dropped.
  await page.goto('./');
  await drop(page, 'main', 'answer.json', saved);
  await expect(held).toBeVisible();
  await expect(answer).toContainText(UNTOLD);
  // Measuring it again takes the log.
  await page.getByRole('button', { name: 'Measure it again' }).click();
  await expect(page.getByRole('heading', { name: 'This experiment needs a log' })).toBeVisible();
  await page.goBack();
  await expect(held).toBeVisible();
});

test('is a bad log refused by line and reason, with nothing lost?', async ({ page }) => {
  const own = JSON.stringify(small([1, 2]));
  await page.goto(
    `./#${encodeLink({ ...EMPTY_LINK, view: 'lab', lab: { own, changes: NO_CHANGES } })}`,
  );
  await expect(page.getByRole('heading', { name: 'This experiment needs a log' })).toBeVisible();
  await choose(page, 'Choose a file…', 'good.txt', log);
  await page.locator('.run-bar > button').click();
  await expect(page.locator('.chart .point')).toHaveCount(2, { timeout: 30_000 });
  const bad = `${'\n'.repeat(120)}rmgr: Heap what is this?\n`;
  await choose(page, 'Use another log…', 'bad.txt', bad);
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('bad.txt was not accepted');
  await expect(alert).toContainText('Line 121:');
  await expect(alert).toContainText('rmgr: Heap what is this?');
  await expect(page.locator('.chart .point')).toHaveCount(2);
  await expect(page.getByRole('heading', { name: 'What was taken from good.txt' })).toBeVisible();
  // A shorter one is no log for this experiment, but one for a new experiment.
  await choose(page, 'Use another log…', 'short.txt', log.split('\n').slice(0, 60).join('\n'));
  await expect(alert).toContainText('it does not fit this experiment');
  await expect(page.locator('.chart .point')).toHaveCount(2);
  await page.getByRole('button', { name: 'New experiment on this log' }).click();
  await expect(page.getByRole('heading', { name: 'Your server on short.txt' })).toBeVisible();
  await page.goBack();
  await expect(page.locator('.chart .point')).toHaveCount(2, { timeout: 20_000 });
});

test('does the builder take a log for its workload, and the stage pass one on to the laboratory?', async ({
  page,
}) => {
  await page.goto(list);
  await page.getByRole('button', { name: 'New experiment' }).click();
  await page.getByRole('combobox', { name: 'Workload' }).selectOption('pg-trace');
  await expect(page.getByTestId('build-status')).toContainText('refuses');
  await drop(page, '.log-drop', 'wal.txt', log);
  await expect(page.getByRole('heading', { name: 'What was taken from wal.txt' })).toBeVisible();
  for (const [name, value] of [
    ['Transactions measured', '10'],
    ['Warm-up transactions', '2'],
  ] as const) {
    const field = page.getByRole('textbox', { name, exact: true });
    await field.fill(value);
    await field.press('Enter');
  }
  await expect(page.getByTestId('build-status')).toHaveText('3 points', { timeout: 20_000 });
  await page.goto(`./${lecture}`);
  await expect(page.locator('.shell')).toBeVisible();
  await page.waitForSelector('.lecture');
  await drop(page, '.lecture', 'other.txt', log);
  await expect(page.getByRole('heading', { name: 'Your server on other.txt' })).toBeVisible({
    timeout: 20_000,
  });
});

test('does a race run a log of one’s own, and come back to it?', async ({ page }) => {
  const racers = ['aries', 'nv-logging'].map((scheme) => ({ scheme, params: {} }));
  const race = { racers, workload: 'pg-trace', params: {}, machine: 'today' };
  await page.goto(`./#${encodeLink({ ...EMPTY_LINK, view: 'race', race })}`);
  await choose(page, 'Choose a file…', 'wal.txt', busy);
  await expect(page.locator('.race-log')).toContainText('wal.txt: 462 transactions');
  await page.getByRole('button', { name: 'Start the race' }).click();
  await expect(page.locator('.race-main table').first()).toContainText('462', { timeout: 30_000 });
  expect(await violations(page)).toEqual([]);
  await page.reload();
  await expect(page.locator('.race-log')).toContainText('wal.txt: 462 transactions');
});
