import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { single, untilReady } from './support/site';
import { expect, test } from './support/test';
import { writesOnesOwn } from './support/writing';

// A file's stored values are not forgotten between tests in the same context.
test.use({ reuseContext: false });

test('does the single file open from a folder of its own, by double click?', async ({ page }) => {
  test.slow();
  // Elsewhere, under a name with a space: as on a USB stick.
  const folder = mkdtempSync(join(tmpdir(), 'usb stick '));
  const copy = join(folder, 'afterimage.html');
  copyFileSync(fileURLToPath(single), copy);
  await page.goto(`file://${encodeURI(copy)}`);
  await expect(page.locator('.opening')).toBeVisible();
  await page.getByRole('button', { name: 'Start: lecture 1' }).click();
  await untilReady(page);
  // A function that only works on a site says so.
  await page.goto(`file://${encodeURI(copy)}#v=1&w=plan`);
  await page.getByRole('button', { name: 'Start from One lesson' }).click();
  await expect(page.locator('.plan')).toContainText('the link opens here alone');
  await writesOnesOwn(page, (fragment) => `file://${encodeURI(copy)}${fragment}`);
  rmSync(folder, { recursive: true });
});
