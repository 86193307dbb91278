import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { EMPTY_LINK, encodeLink } from '../../web/link/link';
import type { LinkState } from '../../web/link/link_state';
import { violations } from './support/axe';
import { afterCursor, write, written } from './support/code';
import { expect, test } from './support/test';

/**
 * The ways of a reader's own program from the page on which it is written: to the stage and back,
 * to an assignment that holds some of its lines, to the Lab and to the race.
 */

const SLOW = { timeout: 60_000 };
const editor = (page: Page) => page.getByRole('textbox', { name: 'The program' });
const verdict = (page: Page) => page.locator('.own-verdict');
const link = (state: Partial<LinkState>) => `./#${encodeLink({ ...EMPTY_LINK, ...state })}`;

/** It keeps its promise. */
const good = `nvm count
nvm log[8] { at, old }

on update(at, old, new)
  i = count
  log[i].at = at
  log[i].old = old
  write_back log[i]
  fence
  count = i + 1
  write_back count
  fence
  [at] = new
  write_back [at]
end

on commit
  fence
  count = 0
  write_back count
  fence
end

on recover
  i = count
  while i > 0
    i = i - 1
    [log[i].at] = log[i].old
    write_back [log[i].at]
  end
  fence
  count = 0
  write_back count
  fence
end
`;

/** Its first update divides by zero, wherever it runs; before that it has stored nothing. */
const faulty = `dram n = 0
on update(at, old, new)
  n = n + 1
  x = 6 / (1 - n)
  [at] = new
  write_back [at]
  fence
end
`;

test('does the stage lead back to the program, as it was left?', async ({ page }) => {
  await page.goto('./#v=1&w=write&y.id=ring');
  await expect(verdict(page)).toHaveAttribute('data-state', 'broken', SLOW);
  const mine = `${await written(editor(page))}# mine\n`;
  await write(editor(page), mine);
  await expect(verdict(page)).toHaveAttribute('data-state', 'broken', SLOW);
  await page.getByRole('button', { name: 'Look at it on the stage' }).click();
  await expect(page.getByText('write_back entry[i]').first()).toBeVisible(SLOW);
  await page.getByRole('button', { name: 'Back to your program' }).click();
  await expect(page).toHaveURL(/w=write/);
  await expect(page.getByRole('combobox', { name: 'Assignment' })).toHaveValue('ring');
  await expect.poll(() => written(editor(page))).toBe(mine);
  await expect(verdict(page)).toHaveAttribute('data-state', 'broken', SLOW);
});

test('do cells of a ring say which record they are about, and what else their slots hold?', async ({
  page,
}) => {
  const file = new URL('../../scenarios/own/assignments.json', import.meta.url);
  const { assignments } = JSON.parse(await readFile(file, 'utf8'));
  const { solution } = assignments.find(({ id }: { id: string }) => id === 'ring');
  await page.goto(link({ view: 'write', write: { id: 'ring', text: solution } }));
  await expect(verdict(page)).toHaveAttribute('data-state', 'kept', SLOW);
  await page.getByRole('button', { name: 'Look at it on the stage' }).click();
  const ring = page.getByRole('group', { name: 'entry', exact: true });
  const cells = ring.locator('text.label');
  await expect(cells.filter({ hasText: /^\d+ [AB] \d+/ })).not.toHaveCount(0, SLOW);
  // An unused one has its number alone.
  await expect(cells.last()).toHaveText(/^\d+$/);
});

test('does the stage name a mistake that needs no power cut, where it happens?', async ({
  page,
}) => {
  await page.goto(link({ view: 'write', write: { text: faulty } }));
  await expect(verdict(page)).toContainText('Line 4: ', SLOW);
  await page.getByRole('button', { name: 'Look at it on the stage' }).click();
  const fault = page.getByRole('region', { name: 'The program has stopped' });
  await expect(fault).toContainText('Line 4: it divides by zero.', SLOW);
  expect(await violations(page)).toEqual([]);
  // Before it has happened there is none.
  await page.locator('body').press('Home');
  await expect(fault).toHaveCount(0);
});

test('does the stage say what each thread waits for, where nothing goes on?', async ({ page }) => {
  await page.goto(link({ view: 'write', write: { id: 'example-two-latches' } }));
  await expect(verdict(page)).toContainText('Thread 1 waits in line 17: “acquire right”.', SLOW);
  await expect(verdict(page)).toContainText('Thread 2 waits in line 21: “acquire left”.');
  await page.getByRole('button', { name: 'Look at it on the stage' }).click();
  await expect(page.getByRole('region', { name: 'The run stands still' })).toBeVisible(SLOW);
  await expect(page.locator('.script-column .wait')).toHaveText([
    'waits for a latch',
    'waits for a latch',
  ]);
});

/** The standard program on the stage. */
async function toStage(page: Page): Promise<void> {
  await page.goto('./#v=1&w=write');
  await expect(verdict(page)).toHaveAttribute('data-state', 'kept', SLOW);
  await page.getByRole('button', { name: 'Look at it on the stage' }).click();
  await expect(page.getByText('write_back log[i]').first()).toBeVisible(SLOW);
}

test('does Break it take the program, and lead back to it from another system?', async ({
  page,
}) => {
  await toStage(page);
  await page.getByRole('button', { name: 'Break it', exact: true }).click();
  await page.getByRole('combobox', { name: 'Scenario' }).selectOption('stage');
  const system = page.getByRole('combobox', { name: 'System' });
  await expect(system).toHaveValue('user-program', SLOW);
  await expect(system.locator('option:checked')).toHaveText('A log of your own');
  // The fence that makes the record durable before it counts is left out.
  await page.getByText('the program', { exact: true }).click();
  await page.getByRole('button', { name: /^leave out: 11 fence, / }).click();
  await page.getByRole('button', { name: /^Explore/ }).click();
  await expect(page.getByRole('region', { name: 'The simplest failure' })).toBeVisible(SLOW);
  await system.selectOption('nv-logging');
  await expect(system).toHaveValue('nv-logging');
  await system.selectOption('user-program');
  await expect(system).toHaveValue('user-program');
  expect(await violations(page)).toEqual([]);
});

test('does a comparison take the program, and lead back to it from another system?', async ({
  page,
}) => {
  await toStage(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).first().click();
  const form = page.getByRole('dialog');
  const edited = form.getByRole('combobox', { name: 'System' });
  await expect(edited.locator('option:checked')).toHaveText('A log of your own');
  await form.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const left = page.getByRole('combobox', { name: 'System on the left' });
  await expect(left.locator('option:checked')).toHaveText('A log of your own', SLOW);
  await expect(page.getByText('Left: A log of your own').first()).toBeVisible(SLOW);
  await left.selectOption('rewind');
  await expect(page.getByText('Left: A log of your own')).toHaveCount(0, SLOW);
  await left.selectOption('user-program');
  await expect(page.getByText('Left: A log of your own').first()).toBeVisible(SLOW);
});

test('are lines that an assignment holds as they are, whatever one types or pastes?', async ({
  page,
}) => {
  const text = good.replace('  i = count\n  log', '  # edit here\n  i = count\n  log');
  const given = text.replace('  [at] = new\n', '  # edit ends\n  [at] = new\n');
  const own = JSON.stringify({
    format: 1,
    kind: 'own-assignment',
    title: 'Held',
    about: 'Mend it.',
    hints: [],
    text: given,
    stories: 'A = 1\nbegin T1; A := 2; commit',
    fences: 0,
  });
  await page.goto(link({ view: 'write', write: { own } }));
  await expect(verdict(page)).toHaveAttribute('data-state', 'kept', SLOW);
  await expect(page.getByText('Lines with a bar on their left may be changed')).toBeVisible();
  const free = given.slice(given.indexOf('edit here\n') + 10, given.indexOf('  # edit ends'));
  const lines = (part: string) => part.split('\n').length - 1;
  await expect(page.locator('.cm-line.code-fixed').first()).toHaveText('nvm count');
  await expect(page.locator('.cm-line:not(.code-fixed)')).toHaveCount(lines(free));
  // A text is typed and pasted at the beginning, and deleted as a whole: the program stays
  // unchanged.
  await editor(page).press('ControlOrMeta+Home');
  await page.keyboard.type('x');
  await page.keyboard.insertText('nvm y\n');
  await editor(page).press('ControlOrMeta+a');
  await page.keyboard.press('Backspace');
  expect(await written(editor(page))).toBe(given);
  // Between the marks one writes.
  await editor(page).press('ControlOrMeta+Home');
  for (let line = 1; line < given.slice(0, given.indexOf('  i = count')).split('\n').length; line++)
    await page.keyboard.press('ArrowDown');
  expect(await afterCursor(editor(page))).toMatch(/^ {2}i = count/);
  await page.keyboard.type('fence\n');
  const changed = await written(editor(page));
  expect(changed).toContain('  # edit here\nfence\n');
  await expect(page).toHaveURL(/y\.t=/);
  // A link may hold a text that cannot be typed: then the line is reported.
  await page.goto('about:blank');
  await page.goto(link({ view: 'write', write: { own, text: changed.replace('[8]', '[9]') } }));
  await expect(page.locator('.own-result').getByRole('alert')).toContainText(
    'Line 2 is not as in the assignment',
    SLOW,
  );
  expect(await violations(page)).toEqual([]);
});

/** Writes a program where programs are written, until it is known what becomes of it. */
async function writeProgram(page: Page, text: string): Promise<void> {
  await page.goto('./#v=1&w=write');
  await expect(verdict(page)).toHaveAttribute('data-state', 'kept', SLOW);
  await write(editor(page), text);
  await expect(verdict(page)).toBeVisible(SLOW);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('afterimage.own.program')), SLOW)
    .toBe(JSON.stringify(text));
}

test('does the Lab measure the program that was written, and name the line at which it stops?', async ({
  page,
}) => {
  await writeProgram(page, faulty);
  await page.goto(link({ view: 'lab' }));
  await page.getByRole('button', { name: 'New experiment' }).click();
  const status = page.getByTestId('build-status');
  await expect(status).toHaveText('3 points', { timeout: 20_000 });
  const workload = page.getByRole('combobox', { name: 'Workload' });
  await workload.selectOption('object-writes');
  const system = page.getByRole('combobox', { name: 'System 1' });
  await system.selectOption({ label: 'Your program' });
  await expect(page.locator('.program-field textarea')).toHaveValue(faulty);
  // A workload that would not call the program is refused with the reason, and then not offered.
  await expect(status).toHaveText('The engine refuses one field.');
  await expect(page.getByText('it would call nothing of the program')).toBeVisible();
  await workload.selectOption('updates');
  await expect(status).toHaveText('3 points');
  await expect(workload.locator('option[value=object-writes]')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Open as my own experiment' }).last().click();
  await page.locator('.run-bar > button').click();
  await expect(page.getByText('3 of 3 points').first()).toBeVisible(SLOW);
  await page.locator('.chart .point').first().click();
  await expect(page.getByRole('alert').first()).toContainText(
    'The run ended where the program stopped, in line 4: it divides by zero.',
  );
});

test('does a race with the program name the line at which it stops?', async ({ page }) => {
  await writeProgram(page, faulty);
  const race = {
    racers: [
      { scheme: 'rewind', params: {} },
      { scheme: 'nv-logging', params: {} },
    ],
    workload: 'tpcb',
    params: { accounts: 1000 },
    machine: 'today',
    threads: 1,
    duration: 1_000_000,
  };
  await page.goto(link({ view: 'race', race }));
  await page.getByRole('combobox', { name: 'System 2' }).selectOption({ label: 'Your program' });
  await page.getByRole('button', { name: 'Start the race' }).click();
  await expect(page.getByTestId('race-status')).toHaveText(/reached the end|before the end/, SLOW);
  const standings = page.locator('[aria-labelledby="race-standings"]');
  const row = standings.getByRole('row', { name: /Your program/ });
  await expect(row).toContainText('stopped in line 4: it divides by zero');
  await expect(standings.getByRole('row', { name: /REWIND/ })).toContainText('at the end');
  expect(await violations(page)).toEqual([]);
  // The program is in the link.
  const there = page.url();
  await page.evaluate(() => localStorage.clear());
  await page.goto('about:blank');
  await page.goto(there);
  await expect(row).toContainText('stopped in line 4', SLOW);
});
