import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { violations } from './support/axe';
import { OWN, ownCopy } from './support/own_copy';
import { serving } from './support/serving';
import { untilReady } from './support/site';
import { ACTOR, SESSION, type Statement, smallLrs } from './support/small_lrs';
import { expect, test } from './support/test';

// A package of cmi5 with a lecturer's copy, made in the browser and opened by a course system on
// another origin.

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const copy = ownCopy('page-never-written');

/** The package of the copy, unpacked on a plain server; gives the address of its page. */
async function servedPackage(page: Page): Promise<string> {
  await page.goto(copy.link);
  await untilReady(page);
  await page.getByRole('button', { name: 'Picture, film, embedding' }).click();
  await page.getByRole('button', { name: 'For a course system (SCORM, cmi5)…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Form').selectOption('cmi5');
  await expect(dialog).toContainText('the address that the course system puts into its link');
  expect(await violations(page)).toEqual([]);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Make the package' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/-cmi5\.zip$/);
  const files = unzipSync(readFileSync(await download.path()));
  expect(new TextDecoder().decode(files['cmi5.xml'])).toContain('<url>cmi5.html</url>');
  const folder = test.info().outputPath('lms');
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Course system</title>');
  return (await serving(folder, '/')).url;
}

const verb = ({ verb: { id } }: Statement) => id.slice(id.lastIndexOf('/') + 1);

/** Goes to the end; the first question is answered, the others are shown. */
async function goThrough(page: Page): Promise<void> {
  const open = page.locator('[data-question=open]');
  let answered = false;
  await expect(async () => {
    if (await open.isVisible()) {
      if (!answered) await expect(open).toContainText(OWN.asked);
      const shown = open.getByRole('button', { name: 'Show the answer' });
      await (answered ? shown : open.locator('.choice').first()).click({ timeout: 1000 });
      answered = true;
    } else if ((await page.locator('.recap').count()) === 0)
      await page.locator('.lecture-next').click({ timeout: 1000 });
    await expect(page.locator('.recap')).toBeVisible({ timeout: 300 });
  }).toPass({ timeout: 50_000, intervals: [50] });
}

/** Agrees to the sending; the course system is asked for the leave to send. */
async function agree(page: Page, { asked }: { readonly asked: readonly string[] }): Promise<void> {
  const before = asked.length;
  await page.getByRole('button', { name: 'Begin and send my answers there' }).click();
  await expect.poll(() => asked.slice(before)).toContain('POST /token');
}

test('does a learning record store hear of a package, in the order of cmi5, once the reader agrees?', async ({
  page,
  troubles,
}) => {
  const site = await servedPackage(page);
  const lrs = await smallLrs(`${site}index.html`);
  const note = page.locator('.package-note');

  // Nothing is sent before the reader has seen where it goes.
  await page.goto(lrs.launchLink(`${site}cmi5.html`, 'one'));
  await expect(page.locator('.package-gate')).toContainText(lrs.host);
  await expect(page.locator('.package-gate')).toContainText('Ada');
  expect(await violations(page)).toEqual([]);
  expect(lrs.asked).toEqual([]);
  await agree(page, lrs);
  await expect(note).toContainText(`Reported to ${lrs.host}: 0 of`);
  expect(lrs.statements.map(verb)).toEqual(['initialized']);

  // The store is away for a while: nothing is lost, and the order stays.
  await page.locator('.lecture-next').waitFor();
  lrs.breaks(true);
  await goThrough(page);
  await expect(note).toContainText('has not taken the last answer yet');
  lrs.breaks(false);
  troubles.forget(/503/);
  await expect
    .poll(() => lrs.statements.map(verb).at(-1), { timeout: 20_000 })
    .toMatch(/passed|failed/);
  await expect(note).toContainText(`Reported to ${lrs.host}`);
  await page.getByRole('button', { name: 'End and go back' }).click();
  await expect(page).toHaveURL(`${site}index.html`);
  expect(lrs.refused).toEqual([]);

  const all = [...lrs.statements];
  const answers = all.filter((each) => verb(each) === 'answered');
  const right = answers.filter(({ result }) => result?.success === true).length;
  const judged = right / answers.length >= 0.5 ? 'passed' : 'failed';
  expect(answers.length).toBeGreaterThan(1);
  expect(all.map(verb)).toEqual([
    'initialized',
    ...answers.map(verb),
    'completed',
    judged,
    'terminated',
  ]);
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
  for (const { actor, context, timestamp } of all) {
    expect(actor).toEqual(ACTOR);
    expect(Number.isNaN(Date.parse(timestamp))).toBe(false);
    expect(context.extensions[SESSION]).toBe('session-1');
    expect(context.contextActivities.grouping?.[0]?.id).toBe('https://lms.example/courses/1');
  }
  const categories = ({ context }: Statement) =>
    (context.contextActivities.category ?? []).map(({ id }) => id.slice(id.lastIndexOf('/') + 1));
  expect(categories(all[0] as Statement)).toEqual(['cmi5']);
  for (const each of answers) {
    // Statements that cmi5 allows, and does not define, have no category of its own.
    expect(categories(each)).toEqual([]);
    expect(each.object.id).toMatch(new RegExp(`#page-never-written-\\d+-${copy.digest}$`));
    expect(each.object.definition).toMatchObject({ interactionType: 'fill-in' });
    expect(each.result?.duration).toMatch(/^PT[\d.]+S$/);
  }
  expect(answers.slice(1).every(({ result }) => !('success' in (result ?? {})))).toBe(true);
  const [completed, verdict, terminated] = all.slice(-3);
  expect(categories(completed as Statement)).toEqual(['cmi5', 'moveon']);
  expect(completed?.result).toMatchObject({ completion: true });
  expect(verdict?.result).toMatchObject({
    success: judged === 'passed',
    score: { raw: Math.round((100 * right) / answers.length), min: 0, max: 100 },
  });
  expect(terminated?.result?.duration).toMatch(/^PT/);

  // Another browser: the store knows the score, and the end is reported once.
  await page.goto(lrs.launchLink(`${site}cmi5.html`, 'two'));
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await agree(page, lrs);
  await expect(note).toContainText(`${right} of ${answers.length} right at the first try`);
  await page.goto(`${site}index.html`);
  await expect
    .poll(() => lrs.statements.slice(all.length).map(verb))
    .toEqual(['initialized', 'terminated']);

  // The leave to send is given once.
  await page.goto(lrs.launchLink(`${site}cmi5.html`, 'two'));
  await agree(page, lrs);
  await expect(page.getByRole('alert')).toContainText('did not let this page begin');

  // A reader without an answer gets a message, and can read; a visit that begins late ends at once.
  const answerLate = lrs.holdsBack();
  await page.goto(lrs.launchLink(`${site}cmi5.html`, 'three'));
  await agree(page, lrs);
  await expect(page.getByRole('status')).toContainText(`${lrs.host} has not answered yet`);
  await page.getByRole('button', { name: 'Read without sending anything' }).click();
  await expect(note).toContainText('nothing is reported');
  await untilReady(page);
  answerLate();
  await expect
    .poll(() => lrs.statements.slice(all.length + 2).map(verb))
    .toEqual(['initialized', 'terminated']);
  // A store says so of what it does not have.
  troubles.forget(/404/);
});
