import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openStage } from './support/stage';
import { expect, test } from './support/test';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** The bytes that a press of a button saves. */
async function saved(
  page: Page,
  button: string | RegExp,
): Promise<{ name: string; bytes: Buffer }> {
  const download = page.waitForEvent('download', { timeout: 45_000 });
  await page.getByRole('button', { name: button }).click();
  const file = await download;
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

const LINK = /#v=1&s=group-commit/;

async function openShare(page: Page): Promise<void> {
  await openStage(page, '#v=1&s=group-commit');
  await page.keyboard.press('PageDown');
  await page.getByRole('button', { name: 'Picture, film, embedding' }).click();
}

test('is the stage as SVG a file of its own, with its link?', async ({ page, troubles }) => {
  await openShare(page);
  const { name, bytes } = await saved(page, 'Stage as SVG');
  expect(name).toMatch(/^group-commit-\d+\.svg$/);
  const text = bytes.toString('utf8');
  const found = await page.evaluate((svg) => {
    const file = new DOMParser().parseFromString(svg, 'image/svg+xml');
    const outside = [...file.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes].filter(
        ({ name, value }) =>
          name === 'class' ||
          name === 'style' ||
          /url\((?!#)/.test(value) ||
          value.includes('var('),
      ),
    );
    const ids = new Set([...file.querySelectorAll('[id]')].map(({ id }) => id));
    const missing = [...svg.matchAll(/url\(#([^)]+)\)/g)].filter(([, id]) => !ids.has(id ?? ''));
    return {
      wrong: file.querySelector('parsererror')?.textContent ?? '',
      outside: outside.map(({ name, value }) => `${name}=${value}`),
      missing: missing.length,
      desc: file.querySelector('desc')?.textContent ?? '',
      text: [...file.querySelectorAll('text')].map((each) => each.textContent).join(' '),
    };
  }, text);
  // The file has its fonts in a style, which the page that reads it here may not apply.
  troubles.forget(/Content Security Policy/);
  expect(found.wrong).toBe('');
  expect(found.outside).toEqual([]);
  expect(found.missing).toBe(0);
  expect(found.desc).toMatch(LINK);
  expect(found.text).toMatch(LINK);
  expect(found.text).toContain('log buffer');
  expect(text).not.toMatch(/url\(["']?https?:/);
});

test('is the stage as PNG sharp, with its link in the file?', async ({ page }) => {
  await openShare(page);
  const { bytes } = await saved(page, 'Stage as PNG');
  expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  // Twice the size of the page's pixels.
  expect(bytes.readUInt32BE(16)).toBe((960 + 32) * 2);
  expect(bytes.readUInt32BE(20)).toBeGreaterThan(800);
  const at = bytes.indexOf('tEXtDescription\0', 0, 'latin1');
  expect(at).toBeGreaterThan(0);
  expect(bytes.subarray(at, at + 400).toString('latin1')).toMatch(LINK);
  // The browser, which checks every chunk, still draws it.
  const width = await page.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    return image.naturalWidth;
  }, bytes.toString('base64'));
  expect(width).toBe((960 + 32) * 2);
});

/** Walks through a GIF's blocks: its size, pictures and comments. */
function gifOf(bytes: Buffer) {
  expect(bytes.subarray(0, 6).toString('latin1')).toBe('GIF89a');
  const table = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  let at = 13 + table(bytes[10] ?? 0);
  let frames = 0;
  let comment = '';
  const blocks = (take?: (block: Buffer) => void) => {
    for (let size = bytes[at] ?? 0; size > 0; size = bytes[at] ?? 0) {
      take?.(bytes.subarray(at + 1, at + 1 + size));
      at += size + 1;
    }
    at++;
  };
  for (;;) {
    const kind = bytes[at];
    if (kind === 0x3b) break;
    if (kind === 0x2c) {
      frames++;
      at += 10 + table(bytes[at + 9] ?? 0) + 1;
      blocks();
    } else if (kind === 0x21) {
      const isComment = bytes[at + 1] === 0xfe;
      at += 2;
      blocks((block) => {
        if (isComment) comment += block.toString('utf8');
      });
    } else throw new Error(`unknown block ${kind} at ${at}`);
  }
  return { frames, comment, end: at === bytes.length - 1 };
}

test('has a film as GIF the pictures that the dialog promises, and its link?', async ({ page }) => {
  await openShare(page);
  await page.getByRole('button', { name: /Film of a stretch/ }).click();
  const promised = await page.getByText(/^\d+ pictures?, [\d.]+ s$/).innerText();
  const { name, bytes } = await saved(page, 'Make the film');
  expect(name).toMatch(/\.gif$/);
  const { frames, comment, end } = gifOf(bytes);
  expect(frames).toBe(Number.parseInt(promised, 10));
  expect(frames).toBeGreaterThan(1);
  expect(comment).toMatch(LINK);
  expect(end).toBe(true);
});

test('is a film as WebM one that the browser plays, with its link?', async ({ page }) => {
  await openShare(page);
  await page.getByRole('button', { name: /Film of a stretch/ }).click();
  await page.getByLabel('A picture at each').selectOption('mark');
  await page.getByLabel('Format').selectOption('webm');
  const { bytes } = await saved(page, 'Make the film');
  expect(bytes.subarray(0, 4).toString('hex')).toBe('1a45dfa3');
  expect(bytes.toString('latin1')).toContain('COMMENT');
  expect(bytes.toString('latin1')).toMatch(LINK);
});

test('can a long film be cancelled?', async ({ page }) => {
  await openShare(page);
  await page.getByRole('button', { name: /Film of a stretch/ }).click();
  const ends = page.getByRole('combobox', { name: 'To', exact: true });
  await expect(ends).toBeVisible();
  await ends.selectOption({ index: (await ends.locator('option').count()) - 1 });
  await page.getByLabel('Format').selectOption('webm');
  await page.getByRole('button', { name: 'Make the film' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Make the film' })).toBeVisible();
  await expect(page.locator('.studio')).toHaveCount(0);
});
