import type { Page } from '@playwright/test';
import { write, written } from './code';
import { expect } from './test';

/**
 * A litmus program is answered, and the first assignment of a log of one's own is failed, mended,
 * passed, and looked at on the stage. `at` gives the address of a fragment, wherever the page is.
 */
export async function writesOnesOwn(page: Page, at: (fragment: string) => string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'The program' });
  const verdict = page.locator('.own-verdict');
  await page.goto(at('#v=1&w=litmus'));
  await expect(page.locator('.litmus-image')).toHaveCount(4);
  await write(editor, 'line x y\nthread\n  x = 1\n  y = 1\nnever y == 1 && x == 0\n');
  await expect(page.locator('.litmus-image')).toHaveCount(3);

  await page.goto(at('#v=1&w=write&y.id=one-word'));
  await expect(verdict).toHaveAttribute('data-state', 'broken', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Look at it on the stage' }).click();
  await expect(page.getByRole('group', { name: 'Memory and storage tiers' })).toBeVisible();

  await page.goto(at('#v=1&w=write&y.id=one-word'));
  const before = await written(editor);
  const commit = '  [place] = value\n';
  await write(editor, before.replace(commit, `${commit}  write_back [place]\n  fence\n`));
  await expect(verdict).toHaveAttribute('data-state', 'kept', { timeout: 60_000 });
}
