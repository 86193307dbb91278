import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { violations } from './support/axe';
import { write, written } from './support/code';
import { expect, test } from './support/test';

/**
 * The page of own logs as a student uses it: from the library to a first program that passes, to
 * the stage, and to a file that is handed in.
 */

const editor = (page: Page) => page.getByRole('textbox', { name: /The program|程序/ });
const verdict = (page: Page) => page.locator('.own-verdict');
const SLOW = { timeout: 60_000 };

test('is a first program mended, is each line asked for, and is it handed in?', async ({
  page,
}) => {
  await page.goto('./#v=1&w=lectures');
  await page.getByRole('button', { name: 'Open the first assignment' }).click();
  await expect(verdict(page)).toHaveAttribute('data-state', 'broken', SLOW);
  await expect(verdict(page)).toContainText('An acknowledged transaction is lost.');
  await expect(verdict(page)).toContainText('after the acknowledgement of T1');
  await expect(page.locator('.own-advice')).toContainText(
    'line 14: “[place] = value”: never written back in these stories',
  );
  // One of the stories is hidden until it breaks the promise.
  const hidden = page.locator('.own-stories li', { hasText: 'a hidden story' });
  await expect(hidden).toHaveCount(1);
  await expect(hidden).not.toContainText('begin T1');
  expect(await violations(page)).toEqual([]);

  for (const name of ['Give me a hint', 'One more hint', 'One more hint'])
    await page.getByRole('button', { name }).click();
  await expect(page.locator('.own-hints li')).toHaveCount(3);

  const before = await written(editor(page));
  const commit = '  [place] = value\n';
  await write(editor(page), before.replace(commit, `${commit}  write_back [place]\n  fence\n`));
  await expect(verdict(page)).toHaveAttribute('data-state', 'kept', SLOW);
  await expect(page.locator('.own-stories li[data-state=kept]')).toHaveCount(3);
  await page.getByRole('button', { name: 'Is each write-back and fence needed?' }).click();
  await expect(page.locator('.own-advice')).toContainText(
    'Each write-back and fence is needed.',
    SLOW,
  );
  const needed = page.getByRole('button', { name: /^line \d+: “fence”; without it: / });
  await needed.click();
  await expect(page.getByRole('group', { name: 'Memory and storage tiers' })).toBeVisible(SLOW);
  await page.getByRole('button', { name: 'Back to your program' }).click();
  await expect(verdict(page)).toHaveAttribute('data-state', 'kept', SLOW);

  // A student who has passed sees how to hand it in.
  await page.getByLabel('Name (may be left out)').fill('Ada');
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const saved = JSON.parse(await readFile(await (await saving).path(), 'utf8'));
  expect(saved).toMatchObject({
    kind: 'own-answer',
    assignment: 'one-word',
    name: 'Ada',
    attempts: 0,
    hints: 3,
    grade: { standing: 'kept', kept: 3, of: 3 },
  });
  expect(saved.program).toContain('write_back [place]');

  await page.getByRole('button', { name: 'Next assignment' }).click();
  await expect(page).toHaveURL(/y\.id=two-words/);
  // The program is there again, and marked as passed, whichever way leads back.
  const choice = page.getByRole('combobox', { name: 'Assignment' });
  await expect(choice.locator('option', { hasText: '✓ 1.' })).toHaveCount(1);
  await choice.selectOption('one-word');
  await expect.poll(() => written(editor(page))).toContain('write_back [place]');
  await page.getByRole('button', { name: 'Back to the text as it was' }).click();
  await expect.poll(() => written(editor(page))).toBe(before);
  await page.goto('about:blank');
  await page.goto('./#v=1&w=write&y.id=one-word');
  await expect.poll(() => written(editor(page))).toBe(before);
});

test('does a failure open on the stage in the lines and shapes of the program?', async ({
  page,
}) => {
  await page.goto('./#v=1&w=write&y.id=ring');
  await expect(verdict(page)).toHaveAttribute('data-state', 'broken', SLOW);
  await expect(page.locator('.code-lit').first()).toBeVisible();
  await page.getByRole('button', { name: 'Look at it on the stage' }).click();
  await expect(page.getByRole('group', { name: 'Memory and storage tiers' })).toBeVisible(SLOW);
  await expect(page.getByText('write_back entry[i]').first()).toBeVisible(SLOW);
  const ring = page.getByRole('group', { name: 'entry', exact: true });
  await expect(ring.locator('.cursor')).toContainText('done');

  // A mistake that needs no power cut: the end of the run, with the blocks that it has left.
  await page.goto('about:blank');
  await page.goto('./#v=1&w=write&y.id=example-leak');
  const leak = 'Line 9: a leak: no pointer leads to this block of entry';
  await expect(verdict(page)).toContainText(leak, SLOW);
  await page.getByRole('button', { name: 'Look at it on the stage' }).click();
  await expect(page.getByText('blocks of the program').first()).toBeVisible(SLOW);
  await expect(page.getByText('entry[2]').first()).toBeVisible();
});

test('does somebody make an assignment, and does it open from its link?', async ({ page }) => {
  await page.goto('./#v=1&w=write');
  await expect(verdict(page)).toHaveAttribute('data-state', 'kept', SLOW);
  const whole = await written(editor(page));
  const marked = whole.replace('on commit\n', 'on commit\n  # edit here\n');
  await write(editor(page), marked.replace('\nproc', '  # edit ends\nproc'));
  await page.getByText('Make an assignment of it').click();
  await page.getByLabel('Title').fill('My ring');
  await page.getByRole('textbox', { name: 'Task' }).fill('Mend it.');
  await page.getByRole('textbox', { name: /^Stories/ }).fill('A = 1');
  await page.getByRole('button', { name: 'Show it here' }).click();
  await expect(page.getByRole('alert')).toContainText('A story needs a line');
  await page.getByRole('textbox', { name: /^Stories/ }).fill('A = 1\nbegin T1; A := 2; commit');
  const features = page.getByRole('group', { name: /^Or a story of/ });
  await features.getByRole('checkbox', { name: 'one that rolls back' }).check();
  await features.getByRole('button', { name: 'Add this story' }).click();
  await page.getByRole('button', { name: 'Show it here' }).click();
  await expect(page.locator('.own-task')).toContainText('Mend it.');
  await expect(page.locator('.own-stories li')).toHaveCount(2);
  await expect(page.locator('.own-stories li').last()).toContainText('A := 10; B := 90; abort');
  expect(await violations(page)).toEqual([]);
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await expect(page.locator('.own-task')).toContainText('Mend it.');
  await expect(page.getByRole('combobox', { name: 'Assignment' })).toHaveValue(/^own-/);
  await expect(verdict(page)).toHaveAttribute('data-state', 'kept', SLOW);
  // Unmarked lines stay as they are.
  const given = await written(editor(page));
  await editor(page).press('ControlOrMeta+Home');
  await page.keyboard.type('x');
  await page.keyboard.press('Delete');
  expect(await written(editor(page))).toBe(given);
  await write(editor(page), given.replace('  # edit here\n', '  # edit here\n  fence\n'));
});

test('does the lecturer’s page grade what a class handed in?', async ({ page }) => {
  const file = new URL('../../scenarios/own/assignments.json', import.meta.url);
  const [first] = JSON.parse(await readFile(file, 'utf8')).assignments;
  const given = (name: string, program = '', assignment = first?.id) => ({
    name: `${name}.json`,
    mimeType: 'application/json',
    buffer: Buffer.from(
      JSON.stringify({
        format: 1,
        kind: 'own-answer',
        assignment,
        name,
        program,
        attempts: 2,
        hints: 1,
        engine: '0',
      }),
    ),
  });
  await page.goto('./#v=1&w=class');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([
      given('Ada', first?.solution),
      given('Bob', first?.text),
      given('Cyd', `${first?.solution}# mine\n`),
      given('Dan', 'on commit\n  x = y\nend\n'),
      given('Eve', first?.solution, 'no-such'),
    ]);
  const grades = page.getByRole('region', { name: 'Logs of their own' });
  await expect(grades).toContainText('4 programs were read.', SLOW);
  await expect(grades).toContainText('Eve.json there is no assignment no-such');
  await grades.getByRole('button', { name: 'Grade them here' }).click();
  const row = (name: string) => grades.getByRole('row', { name: new RegExp(`^${name}`) });
  await expect(row('Dan')).toContainText('no program0 of 3Line 2.', SLOW);
  await expect(row('Ada')).toContainText('passed');
  await expect(row('Bob')).toContainText('handed in unchanged');
  await expect(row('Bob')).toContainText('An acknowledged transaction is lost.');
  await expect(row('Cyd')).toContainText('The same program as Ada.json.');
  expect(await violations(page)).toEqual([]);
  const saving = page.waitForEvent('download');
  await grades.getByRole('button', { name: 'Save the grades (CSV)' }).click();
  const table = await readFile(await (await saving).path(), 'utf8');
  expect(table.split('\r\n')[2]).toBe('Bob.json,Bob,one-word,unchanged,0,3,one,lost,,,,2,1,,,,');
});

test('is what is no program told, whatever is pasted or linked?', async ({ page }) => {
  await page.goto('./#v=1&w=write&y.id=no-such');
  await expect(page.getByRole('alert')).toContainText('There is no assignment “no-such” here.');
  await expect(verdict(page)).toHaveAttribute('data-state', 'kept', SLOW);
  const before = await written(editor(page));
  const paste = (text: string) =>
    editor(page).evaluate((content, pasted) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', pasted);
      const event = { clipboardData, bubbles: true, cancelable: true };
      content.dispatchEvent(new ClipboardEvent('paste', event));
    }, text);
  await paste('x = 1\n'.repeat(200_000));
  const refused = page.locator('.code-refused');
  await expect(refused).toHaveText('Not taken: a text here has at most 16,384 characters.');
  expect(await written(editor(page))).toBe(before);
  expect(await violations(page)).toEqual([]);
  await paste('# mine\n');
  await expect(refused).toHaveText('');
  expect(await written(editor(page))).not.toBe(before);
});

test('is a mistake told at its place, on a phone, in Chinese, and is it all in the link?', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./#v=1&w=write&lang=zh');
  await expect(verdict(page)).toHaveAttribute('data-state', 'kept', SLOW);
  expect(await violations(page)).toEqual([]);
  await write(editor(page), 'nvm a\non commit\n  b = c\nend\n');
  await expect(page.getByRole('button', { name: /第 3 行第 7 列/ })).toBeVisible(SLOW);
  await write(editor(page), 'on commit\n  x = 1 / 0\nend\n');
  await expect(verdict(page)).toContainText('第 2 行：除以零', SLOW);
  const link = page.url();
  await page.goto('about:blank');
  await page.goto(link);
  await expect.poll(() => written(editor(page))).toMatch(/x = 1 \/ 0/);
});
