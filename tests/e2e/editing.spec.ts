import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { violations } from './support/axe';
import { selectedIn, write, written } from './support/code';
import { openStage, playhead, settled } from './support/stage';
import { expect, test } from './support/test';
import { timePasses } from './support/time_passes';

// Promise 3, and bad input: edit, run again, open and save, and nothing is lost.

/** Drops a file with this text anywhere on the page. */
const drop = (page: Page, content: string) =>
  page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'dropped.json', { type: 'application/json' }));
    window.dispatchEvent(
      new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }),
    );
  }, content);

test('does an edited script run again, and say so in the script columns?', async ({ page }) => {
  await openStage(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit scenario' });
  await dialog.getByRole('textbox', { name: 'Thread 1' }).fill('begin T1\nA := 77\ncommit');
  await dialog.getByRole('button', { name: 'Run again' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('.script')).toContainText('A := 77');
});

test('does a bad statement get its path and reason by the field, and lose nothing?', async ({
  page,
}) => {
  await openStage(page);
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit scenario' });
  const thread = dialog.getByRole('textbox', { name: 'Thread 2' });
  const typed = 'begin T2\nC := 9\nfrobnicate\ncommit';
  await thread.fill(typed);
  await dialog.getByRole('button', { name: 'Run again' }).click();
  await expect(dialog.locator('.thread-field').nth(1).locator('.problem-list')).toContainText(
    'thread 2, statement 3',
  );
  await expect(thread).toHaveValue(typed);
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(playhead(page)).toHaveAttribute('aria-valuenow', '1');
  // The typed text is there again, after a reload too.
  await timePasses(page, 400);
  await page.reload();
  await settled(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Thread 2' })).toHaveValue(typed);
});

test('is every fault told while one types, by name and place, with a way there?', async ({
  page,
}) => {
  await openStage(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit scenario' });
  await dialog.getByRole('textbox', { name: 'Thread 1' }).fill('begin T1\nA = 1\nB = 2\ncommit');
  // Nothing was run.
  const first = dialog.locator('.thread-field').first().locator('.problem-list li');
  await expect(first).toHaveCount(2);
  await expect(first.first()).toContainText('thread 1, statement 2');
  await dialog.getByRole('button', { name: 'JSON' }).click();
  const text = dialog.getByRole('textbox');
  const json = JSON.parse(await written(text));
  json.machine.overrides = { 'nvm.slowdown': 'two' };
  json.surprise = 1;
  await write(text, JSON.stringify(json, null, 2));
  const faults = dialog.locator('.json-faults li');
  await expect(faults).toHaveCount(4);
  await expect(dialog.locator('.json-faults')).toContainText('4 faults');
  const price = faults.filter({ hasText: 'prices: nvm.slowdown' });
  await expect(price).toContainText('a whole number');
  await price.getByRole('button').click();
  await expect(text).toBeFocused();
  expect(await selectedIn(text)).toBe('"nvm.slowdown": "two"');
  const lines = (await written(text)).split('\n');
  const at = lines.findIndex((line) => line.includes('"nvm.slowdown"')) + 1;
  await expect(price).toContainText(`line ${at}, column`);
  await expect(dialog.locator('.cm-lineNumbers .code-bad')).toContainText([String(at)]);
  expect(await violations(page)).toEqual([]);
  // A problem goes as it is corrected; the open scenario has been there all the time.
  delete json.surprise;
  delete json.machine.overrides;
  json.threads[0] = ['begin T1', 'commit'];
  await write(text, JSON.stringify(json, null, 2));
  await expect(dialog.locator('.json-faults')).toContainText('No faults');
  await expect(faults).toHaveCount(0);
});

test('does text that is not JSON get its line and column?', async ({ page }) => {
  await openStage(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit scenario' });
  await dialog.getByRole('button', { name: 'JSON' }).click();
  await write(dialog.getByRole('textbox'), '{ "format": 1,\n  oops }');
  await dialog.getByRole('button', { name: 'Run again' }).click();
  await expect(dialog.locator('.problem-list')).toContainText(/line \d+, column \d+/);
  await expect.poll(() => written(dialog.getByRole('textbox'))).toMatch(/oops/);
});

test('is a saved file the scenario, and does it open again, from the picker and by dropping?', async ({
  page,
}) => {
  await openStage(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const path = await (await download).path();
  const text = readFileSync(path, 'utf8').replace(/"seed": \d+/, '"seed": 4711');
  expect(JSON.parse(text).format).toBe(1);
  await page
    .locator('dialog input[type=file]')
    .setInputFiles({ name: 'mine.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await expect(page.getByRole('dialog', { name: 'Edit scenario' })).toHaveCount(0);
  await drop(page, text.replace('4711', '4712'));
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await expect(page.getByLabel('Seed')).toHaveValue('4712');
});

test('does the open editor follow a dropped scenario, unless something was typed?', async ({
  page,
}) => {
  await openStage(page);
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Edit scenario' });
  await edit.click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const text = readFileSync(await (await download).path(), 'utf8');
  const other = (seed: number, title: string) => {
    const scenario = JSON.parse(text);
    return JSON.stringify({ ...scenario, seed, title: { en: title, zh: title } });
  };
  await drop(page, other(4711, 'First of two'));
  await expect(page.getByLabel('Seed')).toHaveValue('4711');
  const thread = dialog.getByRole('textbox', { name: 'Thread 1' });
  const typed = 'begin T1\nA := 77\ncommit';
  await thread.fill(typed);
  await drop(page, other(4712, 'Second of two'));
  await expect(page).toHaveTitle(/Second of two/);
  await expect(thread).toHaveValue(typed);
  await expect(page.getByLabel('Seed')).toHaveValue('4711');
  // Opened afresh, the editor shows the scenario on the stage.
  await dialog.getByRole('button', { name: 'Close' }).click();
  await edit.click();
  await expect(page.getByLabel('Seed')).toHaveValue('4712');
  await expect(thread).not.toHaveValue(typed);
});

test('does a dropped file that is no scenario leave what is open as it is?', async ({ page }) => {
  await openStage(page);
  await page.keyboard.press('Shift+ArrowRight');
  await drop(page, '{ "format": 7 ');
  await expect(page.getByRole('alert')).toContainText('was not opened');
  await expect(playhead(page)).toHaveAttribute('aria-valuenow', '1');
  await page.getByRole('alert').getByRole('button', { name: 'Edit' }).click();
  const field = page.getByRole('dialog', { name: 'Edit scenario' }).getByRole('textbox');
  await expect.poll(() => written(field)).toMatch(/format/);
});

test('does what is typed after a refusal stay, and has each scenario a draft of its own?', async ({
  page,
}) => {
  await openStage(page);
  const edit = page.getByRole('button', { name: 'Edit', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Edit scenario' });
  const close = dialog.getByRole('button', { name: 'Close' });
  await edit.click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const text = readFileSync(await (await download).path(), 'utf8');
  await dialog.getByRole('button', { name: 'JSON' }).click();
  await write(dialog.getByRole('textbox'), '{ "format": 1,\n  oops }');
  await dialog.getByRole('button', { name: 'Run again' }).click();
  await expect(dialog.locator('.problem-list')).toContainText(/line \d+/);
  await write(dialog.getByRole('textbox'), '{ "format": 1,\n  better }');
  await close.click();
  await edit.click();
  await expect.poll(() => written(dialog.getByRole('textbox'))).toMatch(/better/);
  await close.click();

  await drop(
    page,
    text.replace(/"title": \{[^}]*\}/, '"title": { "en": "Another", "zh": "另一个" }'),
  );
  await expect(page).toHaveTitle(/Another/);
  await edit.click();
  await dialog.getByRole('textbox', { name: 'Thread 1' }).fill('begin T1\nA := 77\ncommit');
  await close.click();
  await drop(page, text);
  await expect(page).not.toHaveTitle(/Another/);
  await edit.click();
  await expect.poll(() => written(dialog.getByRole('textbox'))).toMatch(/better/);
});
