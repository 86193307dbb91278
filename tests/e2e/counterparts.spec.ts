import type { Page } from '@playwright/test';
import { EMPTY_LINK, encodeLink } from '../../web/link/link';
import { press, showAnswer } from './support/lecture';
import { openStage } from './support/stage';
import { expect, test } from './support/test';

// Linked items are shown together: a record hangs in its page's chain and, as undo, in its
// transaction's.

const REDO = 'redo-chain/1';
const UNDO = 'undo-chain/1';

const item = (page: Page, name: string) => page.locator(`[data-item="${name}"]`);

/** Opens the lecture at the mark at which one change is in both chains. */
async function openChains(page: Page): Promise<void> {
  await openStage(
    page,
    `#${encodeLink({ ...EMPTY_LINK, view: 'stage', scenario: 'undo-and-redo-neighbours' })}`,
  );
  await press(page);
  await showAnswer(page);
  await press(page);
  await expect(item(page, REDO)).toBeVisible();
}

/** Items with a ring, and the items at which lines begin and end. */
const marked = (page: Page) =>
  page.locator('svg.tiers[role=group]').evaluate((svg) => {
    const items = [...svg.querySelectorAll('[data-item]')].map((each) => ({
      name: each.getAttribute('data-item'),
      box: each.querySelector('.item-hit')?.getBoundingClientRect() ?? new DOMRect(),
    }));
    const at = (x: number, y: number, near: number) =>
      items.find(
        ({ box }) =>
          box.left - near <= x &&
          x <= box.right + near &&
          box.top - near <= y &&
          y <= box.bottom + near,
      )?.name;
    const rings = [...svg.querySelectorAll('.counterpart')].map((ring) => {
      const { left, top, width, height } = ring.getBoundingClientRect();
      return at(left + width / 2, top + height / 2, 0);
    });
    const lines = [...svg.querySelectorAll<SVGPathElement>('.counterpart-line')].map((line) =>
      [0, line.getTotalLength()].map((length) => {
        const { x, y } = line
          .getPointAtLength(length)
          .matrixTransform(line.getScreenCTM() ?? undefined);
        return at(x, y, 6);
      }),
    );
    return { rings: rings.sort(), lines };
  });

const PAIR = { rings: [REDO, UNDO], lines: [[REDO, UNDO]] };
const NOTHING = { rings: [], lines: [] };

test('does pointing at a redo record lead to its undo record, and the other way round?', async ({
  page,
}) => {
  await openChains(page);
  expect(await marked(page)).toEqual(NOTHING);
  for (const name of [REDO, UNDO]) {
    await item(page, name).hover();
    await expect.poll(() => marked(page)).toEqual(PAIR);
    await page.mouse.move(1, 1);
    await expect.poll(() => marked(page)).toEqual(NOTHING);
  }
});

test('does the keyboard show the pair, and the selection with both names?', async ({ page }) => {
  await openChains(page);
  const first = page.locator('[data-structure="nvm.undo-chain"] .item').first();
  await page.keyboard.press('Tab');
  await first.focus();
  await page.keyboard.press('ArrowDown');
  await expect(item(page, UNDO)).toBeFocused();
  await expect.poll(() => marked(page)).toEqual(PAIR);
  await page.keyboard.press('Enter');
  const panel = page.locator('.panel.selected');
  await panel.getByRole('button', { name: 'pointed to by redo, by page · 1 (undo)' }).click();
  await expect(
    panel.getByRole('button', { name: 'undo → undo, by transaction · 1' }),
  ).toBeVisible();
  await expect.poll(() => marked(page)).toEqual(PAIR);
  await page.keyboard.press('Escape');
  await expect.poll(() => marked(page)).toEqual(NOTHING);
});

test('does a phone show the pair once the pane of what was tapped is closed?', async ({
  browser,
  baseURL,
}) => {
  const phone = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    serviceWorkers: 'block',
  });
  const page = await phone.newPage();
  await openChains(page);
  await item(page, REDO).tap();
  await page.locator('.drawer-close').tap();
  await expect.poll(() => marked(page)).toEqual(PAIR);
  await phone.close();
});
