import type { Page } from '@playwright/test';
import { isTurn } from '../effort';
import { leaveLecture, openLecture } from './support/lecture';
import { openStage } from './support/stage';
import { expect, test } from './support/test';

// A page that is wider than its window hides tools at its right edge, where they are not found.

const WIDTHS = [1440, 1280, 1100, 1024, 844, 390] as const;
const HEIGHTS: Partial<Record<number, number>> = { 1024: 768, 844: 390, 390: 844 };

/** Every view, by what is shown of it when it is ready. */
const VIEWS: readonly (readonly [name: string, open: (page: Page) => Promise<void>])[] = [
  ['a lecture', (page) => openLecture(page, 'acknowledged-survives')],
  [
    'the stage',
    async (page) => {
      await openLecture(page, 'acknowledged-survives');
      await leaveLecture(page);
    },
  ],
  ['the library', (page) => to(page, 'lectures', '.lecture-card')],
  ['a comparison', (page) => to(page, 'compare&s=acknowledged-survives', '.compare')],
  ['a race', (page) => to(page, 'race', '.race')],
  ['the crash explorer', (page) => to(page, 'breakit', '.breakit')],
  ['the list of experiments', (page) => to(page, 'lab', '.lab')],
  ['an experiment', (page) => to(page, 'lab&e.id=nvl-fig12', '.run-bar')],
  ['a drill', (page) => to(page, 'drill&d.l=stolen-page&d.n=1&d.s=7', '.drill .choice')],
  ['the scorecard', (page) => to(page, 'lab&e.card=quick', '.scorecard')],
];

/** The pages for a lecture hall, by their addresses. */
const PROJECTED = [
  ['lectures', '.lecture-card'],
  ['plan', '.draft'] as const,
  ['plan&plan=@week-of-labs', '.plan-steps'] as const,
  ['class', '.classroom'] as const,
  ['drill', '.drill-setup'] as const,
  ['drill&d.l=stolen-page&d.n=1&d.s=7', '.drill .choice'] as const,
  ['litmus', '.litmus'] as const,
  ['proofs', '.proofs table'] as const,
  ['race', '.race'] as const,
  ['breakit', '.breakit'] as const,
  ['lab', '.lab'] as const,
  ['compare&s=acknowledged-survives', '.compare'] as const,
] as const;

async function to(page: Page, view: string, ready: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash;
  }, `v=1&w=${view}`);
  await expect(page.locator(ready).first()).toBeVisible();
}

/** The elements that reach out of the window on the right, or are pushed out of it by others. */
const outside = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const name = (element: Element) =>
      element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    const tools = [...document.querySelectorAll('header button, header a')].filter((each) => {
      const { right, width } = each.getBoundingClientRect();
      const moved = each.closest('.top-run, .skip') !== null && clientWidth <= 640;
      return width > 0 && !moved && right > clientWidth + 0.5;
    });
    return [
      ...(scrollWidth > clientWidth ? [`the page: ${scrollWidth - clientWidth} px`] : []),
      ...tools.map((each) => `outside: ${name(each)}`),
    ];
  });

for (const [n, lang] of (['en', 'zh'] as const).entries()) {
  test(`is no view wider than its window, whatever its width: ${lang}?`, async ({ page }) => {
    test.slow();
    await openStage(page);
    const wide: string[] = [];
    const look = async (view: string) => {
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHTS[width] ?? 800 });
        await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
        for (const what of await outside(page)) wide.push(`${view} at ${width}: ${what}`);
      }
      await page.setViewportSize({ width: 1440, height: 900 });
    };
    for (const [at, [name, open]] of VIEWS.entries()) {
      // Each view in one of the languages, each day in the other.
      if (!isTurn(at + n, 2)) continue;
      await open(page);
      if (lang === 'zh') await page.getByRole('button', { name: '中文' }).click();
      await look(name);
      if (lang === 'zh') await page.getByRole('button', { name: 'EN', exact: true }).click();
    }
    if (!isTurn(n, 2)) return expect(wide).toEqual([]);
    await to(page, 'stage&s=acknowledged-survives&layout=projection', '.lecture');
    await look('a lecture in front of a class');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Afterimage' }).click();
    await expect(page.locator('.opening')).toBeVisible();
    await look('the first page');
    expect(wide).toEqual([]);
  });
}

test('does every view grow with the projector, and stay within its window?', async ({ page }) => {
  await openStage(page);
  const wrong: string[] = [];
  for (const [view, ready] of PROJECTED) {
    await to(page, `${view}&layout=projection`, ready);
    for (const [width, height] of [
      [1440, 900],
      [1024, 768],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
      const size = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
      if (Number.parseFloat(size) < 20) wrong.push(`${view} at ${width}: ${size}`);
      for (const what of await outside(page)) wrong.push(`${view} at ${width}: ${what}`);
    }
  }
  expect(wrong).toEqual([]);
});
