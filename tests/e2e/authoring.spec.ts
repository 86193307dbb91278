import { readFileSync } from 'node:fs';
import { EMPTY_LINK, encodeLink } from '../../web/link/link';
import { violations } from './support/axe';
import { leaveLecture } from './support/lecture';
import { openStage } from './support/stage';
import { expect, test } from './support/test';
import { timePasses } from './support/time_passes';

// Marks, narrations and questions, from the stage, without JSON; and texts in one language.

const script = {
  format: 1,
  id: 'mine',
  kind: 'scenario',
  title: { en: 'Mine' },
  machine: { id: 'today' },
  scheme: { id: 'nv-logging' },
  records: { A: 1, B: 2 },
  threads: [['begin T1', 'A := A + 1', 'commit']],
};
const linkTo = (scenario: object, lang: 'en' | 'zh' = 'en') =>
  `#${encodeLink({ ...EMPTY_LINK, own: JSON.stringify(scenario), lang })}`;

test('is a mark with a question made on a new scenario, kept, and answered?', async ({ page }) => {
  await openStage(page, linkTo(script));
  for (let n = 0; n < 14; n++) await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('button', { name: 'Add marks…' }).click();
  const panel = page.getByRole('dialog', { name: 'Marks and questions' });
  await expect(panel).toContainText('No marks yet');
  await panel.getByRole('button', { name: 'Add a mark here' }).click();
  const save = panel.getByRole('button', { name: 'Save the mark' });
  await expect(save).toBeDisabled();
  await panel.getByLabel('What is said here').fill('Look at T1.');
  await panel.getByLabel('Question', { exact: true }).selectOption('fate');
  await panel.getByLabel('What is said once the question is closed').fill('So it goes.');
  await panel.locator('.authoring-focus .pill').first().click();
  expect(await violations(page)).toEqual([]);
  await save.click();
  await expect(panel).toContainText('Saved in this browser');
  await expect(panel.locator('.authored-marks')).toContainText('Look at T1.');
  await panel.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('Look at T1.')).toBeVisible();
  await timePasses(page, 500);
  await page.reload();
  const question = page.locator('.question');
  await question.getByRole('button', { name: /never/i }).click();
  await expect(question.locator('.answer')).toBeVisible();

  // It is changed and deleted as well.
  await page.getByRole('button', { name: 'Add marks…' }).click();
  await panel.getByRole('button', { name: 'Edit mark 1' }).click();
  await panel.getByLabel('What is said here').fill('Look again.');
  await panel.getByRole('button', { name: 'Save the mark' }).click();
  await expect(panel.locator('.authored-marks')).toContainText('Look again.');
  await panel.getByRole('button', { name: 'Delete mark 1' }).click();
  await expect(panel).toContainText('No marks yet');
});

test('does a mark made on the stage ask, bring the witness of a wrong answer, and come back from its file?', async ({
  page,
}) => {
  await openStage(page, linkTo(script));
  for (let n = 0; n < 14; n++) await page.keyboard.press('Shift+ArrowRight');
  await page.getByRole('button', { name: 'Add marks…' }).click();
  const panel = page.getByRole('dialog', { name: 'Marks and questions' });
  await panel.getByRole('button', { name: 'Add a mark here' }).click();
  await panel.getByLabel('What is said here').fill('Nobody has been told.');
  await panel.getByLabel('Question', { exact: true }).selectOption('fate');
  await panel.getByRole('button', { name: 'Save the mark' }).click();
  await expect(panel).toContainText('Saved in this browser');
  const download = page.waitForEvent('download');
  await panel.getByRole('button', { name: 'Save as a file' }).click();
  const path = await (await download).path();
  // As a file, opened where something else is open.
  await openStage(page, '#v=1&s=group-commit');
  await leaveLecture(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({
      name: 'mine.json',
      mimeType: 'application/json',
      buffer: readFileSync(path),
    });
  await expect(page).toHaveTitle('Mine · Afterimage');
  await page.locator('body').press('Home');
  for (let n = 0; n < 14; n++) await page.keyboard.press('Shift+ArrowRight');
  await expect(page.locator('.narration')).toContainText('Nobody has been told.');
  const question = page.locator('.question');
  await question.getByRole('button', { name: /always/ }).click();
  // The engine's own picture refutes it, with a reason.
  await expect(question.locator('.answer')).toContainText('no commit can become durable');
  await expect(page.locator('.witness')).toBeVisible();
});

for (const [own, page] of [
  ['en', 'zh'],
  ['zh', 'en'],
  ['en', 'en'],
] as const) {
  test(`is a scenario in ${own} alone shown on a page in ${page}?`, async ({ page: tab }) => {
    const words = { en: 'Only words', zh: '只有文字' }[own];
    const text = { [own]: words };
    const marks = [{ when: { event: 'acknowledge', tx: 'T1' }, say: text, name: text }];
    await openStage(tab, linkTo({ ...script, title: text, marks }, page));
    await expect(tab).toHaveTitle(`${words} · Afterimage`);
    await tab.keyboard.press('End');
    await expect(tab.locator('.narration')).toContainText(words);
    await tab.keyboard.press('m');
    await expect(tab.getByRole('dialog')).toContainText(words);
  });
}
