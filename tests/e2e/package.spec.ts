import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import { violations } from './support/axe';
import { nextIn } from './support/host';
import { OWN, ownCopy } from './support/own_copy';
import { serving } from './support/serving';
import { untilReady } from './support/site';
import { expect, test } from './support/test';

// A package of a lecturer's copy, made in the browser, in a course system's page: a plain server,
// which knows no media type of WebAssembly.

// Without motion, nothing is played between two marks.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const runtime = fileURLToPath(
  new URL('../../node_modules/scorm-again/dist/scorm12.min.js', import.meta.url),
);
const copy = ownCopy('page-never-written');
const TITLE = 'Logs & <crashes>, "Tom\'s"';

/** A course system: it provides the API, and keeps the reported state for the next visit. */
const COURSE_SYSTEM = `<!doctype html><html lang="en"><title>Course system</title><link rel="icon" href="data:,">
<script src="scorm12.js"></script>
<script>
  window.API = new Scorm12API({ autocommit: false, logLevel: 5 });
  const kept = sessionStorage.getItem('cmi');
  if (kept) API.loadFromJSON(JSON.parse(kept), 'cmi');
  API.on('LMSCommit', () => {
    const { cmi } = API.renderCMIToJSONObject();
    // A course system keeps interactions for its reports, and begins them anew.
    const { interactions, ...rest } = cmi;
    sessionStorage.setItem('cmi', JSON.stringify(rest));
  });
</script>
<iframe src="course/scorm.html" title="Course" width="1000" height="700"></iframe></html>`;

interface Told {
  readonly suspend_data: string;
  readonly core: {
    readonly lesson_status: string;
    readonly session_time: string;
    readonly score: { readonly raw: string };
  };
  readonly interactions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const told = (page: Page) =>
  page.evaluate(() => {
    const { API } = window as unknown as { API: { renderCMIToJSONObject(): { cmi: unknown } } };
    return JSON.parse(JSON.stringify(API.renderCMIToJSONObject().cmi));
  }) as Promise<Told>;

/** The package of the lecture that is open, as the dialog makes it. */
async function madePackage(page: Page): Promise<Readonly<Record<string, Uint8Array>>> {
  await page.goto(copy.link);
  await untilReady(page);
  await page.getByRole('button', { name: 'Picture, film, embedding' }).click();
  await page.getByRole('button', { name: 'For a course system (SCORM, cmi5)…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('The title in the course system').fill(TITLE);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Make the package' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toBe('Logs-crashes-Tom-s-scorm.zip');
  await expect(dialog.getByRole('status')).toContainText('Saved:');
  return unzipSync(readFileSync(await download.path()));
}

/** The files of the course system on disk. */
function unpack(files: Readonly<Record<string, Uint8Array>>): string {
  const folder = test.info().outputPath('lms');
  for (const [name, bytes] of Object.entries(files)) {
    const path = join(folder, 'course', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  }
  writeFileSync(join(folder, 'index.html'), COURSE_SYSTEM);
  writeFileSync(join(folder, 'scorm12.js'), readFileSync(runtime));
  return folder;
}

test('does a course system hear who went through a package, the score and each first answer?', async ({
  page,
}) => {
  const files = await madePackage(page);
  const title = await page.evaluate((text) => {
    const manifest = new DOMParser().parseFromString(text, 'application/xml');
    return manifest.querySelector('organization > title, parsererror')?.textContent;
  }, new TextDecoder().decode(files['imsmanifest.xml']));
  expect(title).toBe(TITLE);
  const system = await serving(unpack(files), '/');
  await page.goto(system.url);
  const frame = page.frameLocator('iframe');
  await expect(frame.locator('.package-note')).toContainText(
    'Reported to your course system: 0 of',
  );
  await nextIn(frame);
  await expect(frame.locator('.lecture-words')).toContainText(OWN.said);
  // The lecturer's own question is answered, the others are shown.
  const open = frame.locator('[data-question=open]');
  let answered = false;
  for (let n = 0; n < 40 && (await frame.locator('[data-ended]').count()) === 0; n++) {
    if ((await open.count()) === 0) await nextIn(frame);
    else {
      if (!answered) await expect(open).toContainText(OWN.asked);
      const shown = open.getByRole('button', { name: 'Show the answer' });
      await (answered ? shown : open.locator('.choice').first()).click();
      await expect(open).toHaveCount(0, { timeout: 20_000 });
      answered = true;
    }
  }
  await expect(frame.locator('.recap')).toBeVisible();
  await expect.poll(async () => (await told(page)).core.lesson_status).toBe('completed');
  const { interactions, core, suspend_data } = await told(page);
  const all = Object.values(interactions).filter((each) => each.id);
  expect(all.length).toBe(4);
  const [first, ...others] = all;
  expect(first).toMatchObject({ type: 'fill-in', id: `page-never-written-2-${copy.digest}` });
  expect(first?.student_response).not.toBe('');
  // The library that plays the course system leaves out zeros at the end of a fraction.
  expect(first?.latency).toMatch(/^(00)?00:00:\d\d(\.\d{1,2})?$/);
  for (const other of others) expect(other.result).toBe('neutral');
  const right = first?.result === 'correct' ? 1 : 0;
  expect(core.score.raw).toBe(String(Math.round((100 * right) / all.length)));
  expect(suspend_data).toMatch(/^1~/);

  // Another browser knows nothing; the course system does.
  await frame.locator('body').evaluate(() => localStorage.clear());
  await page.reload();
  await expect(frame.locator('.package-note')).toContainText(
    `${right} of ${all.length} right at the first try. Gone through to the end.`,
  );
  await expect.poll(async () => (await told(page)).core.lesson_status).toBe('completed');

  await page.goto(`${system.url}course/scorm.html`);
  await expect(page.locator('.package-note')).toContainText('No course system is listening here');
  await untilReady(page);
});

test('does a plan become a package, which says what is left out?', async ({ page }) => {
  await page.goto('#v=1&w=plan');
  await page.getByRole('button', { name: /^Start from A double lesson/ }).click();
  await page.getByRole('button', { name: 'For a course system (SCORM, cmi5)…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(/It holds \d+ lectures/);
  await expect(dialog).toContainText('One measured lecture is left out');
  expect(await violations(page)).toEqual([]);
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Make the package' }).click();
  const course = unzipSync(readFileSync(await (await saved).path()))['course.json'];
  const { lectures } = JSON.parse(new TextDecoder().decode(course)) as { lectures: unknown[] };
  await expect(dialog).toContainText(`It holds ${lectures.length} lectures.`);
});
