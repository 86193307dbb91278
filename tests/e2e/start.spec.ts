import type { Page } from '@playwright/test';
import { deep } from '../effort';
import { violations } from './support/axe';
import { untilReady } from './support/site';
import { openStage } from './support/stage';
import { expect, inDepthIf, inTurn, test } from './support/test';

const opening = (page: Page) => page.locator('.opening');
const beat = (page: Page) => opening(page).getAttribute('data-beat');
const still = { reducedMotion: 'reduce' } as const;

/** A minute passes in no time. */
async function openWithClock(page: Page): Promise<void> {
  await page.clock.install();
  await page.goto('./');
  await expect(opening(page)).toBeVisible();
}

/** Lets time pass until the opening is at a beat, for at most this many seconds. */
async function passUntil(page: Page, number: string, seconds: number): Promise<void> {
  for (let n = 0; n < seconds * 2 && (await beat(page)) !== number; n++)
    await page.clock.runFor(500);
  expect(await beat(page)).toBe(number);
}

test('does the opening play by itself, from a transfer to the line that decides?', async ({
  page,
}) => {
  await openWithClock(page);
  await expect(opening(page)).toHaveAttribute('data-playing', 'true');
  await expect(page.getByRole('heading', { name: /30 move from A to B/ })).toBeVisible();
  for (const [number, seconds] of [
    ['2', 18],
    ['3', 18],
    ['4', 14],
  ] as const)
    await passUntil(page, number, seconds);
  await expect(page.locator('.sum-line').nth(0)).toContainText('100 + 20 = 120');
  await expect(page.locator('.sum-line').nth(1)).toContainText('70 + 20 = 90');
  await passUntil(page, '5', 20);
  for (let n = 0; n < 40 && (await opening(page).getAttribute('data-playing')) === 'true'; n++)
    await page.clock.runFor(500);
  await expect(opening(page)).toHaveAttribute('data-playing', 'false');
  await expect(page.locator('.sum-line').nth(1)).toContainText('100 + 20 = 120');
  await expect(page.locator('.opening-line')).toContainText('write u back');
});

test('does a button pause it, and any key but Tab and modifiers take over?', async ({ page }) => {
  await openWithClock(page);
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.clock.runFor(30_000);
  await expect(opening(page)).toHaveAttribute('data-beat', '1');
  await page.getByRole('button', { name: 'Play' }).click();
  await passUntil(page, '2', 18);
  for (const key of ['Tab', 'Shift', 'Control', 'Alt']) await page.keyboard.press(key);
  await expect(opening(page)).toHaveAttribute('data-playing', 'true');
  await page.keyboard.press('x');
  await expect(opening(page)).toHaveAttribute('data-playing', 'false');
  await page.keyboard.press('ArrowRight');
  await expect(opening(page)).toHaveAttribute('data-beat', '3');
  await page.keyboard.press('ArrowLeft');
  await expect(opening(page)).toHaveAttribute('data-beat', '2');
});

test('does touching the picture pause it, and the film go to a beat?', async ({ page }) => {
  await openWithClock(page);
  await page.locator('.panes').click();
  await expect(opening(page)).toHaveAttribute('data-playing', 'false');
  await page.getByRole('button', { name: /5 One line puts it right/ }).click();
  await expect(opening(page)).toHaveAttribute('data-beat', '5');
  await expect(page.locator('.sum-line').nth(1)).toContainText('A put back by recovery');
});

test('does it stand still where motion is not wanted, and at its end for who has been here?', async ({
  page,
}) => {
  await page.emulateMedia(still);
  await openWithClock(page);
  await expect(opening(page)).toHaveAttribute('data-playing', 'false');
  await page.clock.runFor(60_000);
  expect(await beat(page)).toBe('1');
  await page.evaluate(() =>
    localStorage.setItem(
      'afterimage.lectures',
      JSON.stringify({
        'page-never-written': {
          digest: '',
          version: '',
          farthest: '',
          ended: false,
          mark: 2,
          marks: 9,
          when: 1,
          answers: {},
          first: {},
        },
      }),
    ),
  );
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.reload();
  await expect(opening(page)).toHaveAttribute('data-beat', '5');
  await expect(opening(page)).toHaveAttribute('data-playing', 'false');
  await expect(page.getByRole('button', { name: 'Continue: lecture 1' })).toBeVisible();
});

test('does one sentence above the opening say what this is, in the first window of every size?', async ({
  page,
}) => {
  await page.emulateMedia(still);
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [844, 390],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto('./');
    const what = page.locator('.opening-what');
    await expect(what).toContainText('Database logging systems run here, in your browser');
    await expect(what).toBeInViewport({ ratio: 1 });
    const [text, film] = await Promise.all([
      what.boundingBox(),
      page.locator('.panes').boundingBox(),
    ]);
    expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(film?.y ?? 0);
  }
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('is nobody told to press a key?', async ({ page }) => {
    await openWithClock(page);
    await expect(opening(page)).toHaveAttribute('data-playing', 'true');
    await expect(page.locator('.opening-controls')).toContainText('or touch a picture');
    await expect(page.locator('.opening-controls')).not.toContainText('key');
  });
});

test('does leaving the line out lead to a run in which 30 are gone?', async ({ page }) => {
  await page.emulateMedia(still);
  await page.goto('./');
  // On the first beat there is no line that could be left out.
  await expect(page.locator('.opening-line')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Leave it out and see' })).toHaveCount(0);
  await page.getByRole('button', { name: /5 One line puts it right/ }).click();
  await page.getByRole('link', { name: 'Leave it out and see' }).click();
  await untilReady(page);
  await expect(page).toHaveURL(/s=half-a-transfer-left-out/);
  await page.goBack();
  await expect(opening(page)).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
});

test('does an address with a fragment never show it, and the name lead there?', async ({
  page,
}) => {
  await openStage(page, '#v=1&s=page-never-written');
  await expect(opening(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Afterimage' }).click();
  await expect(opening(page)).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  await page.goBack();
  await expect(opening(page)).toHaveCount(0);
  await expect(page).toHaveURL(/s=page-never-written/);
});

test('does the stage begin with a script of one’s own where no lecture was opened, its editor open?', async ({
  page,
}) => {
  await page.emulateMedia(still);
  const stage = page.getByRole('button', { name: 'Stage', exact: true });
  const editor = page.getByRole('dialog', { name: 'Edit scenario' });
  for (const from of ['./', './#w=lectures', './#w=lab']) {
    await page.goto('about:blank');
    await page.goto(from);
    await stage.click();
    await expect(editor).toBeVisible({ timeout: 20_000 });
    await expect(editor.getByLabel('Title')).toHaveValue('My scenario');
    await expect(page).toHaveURL(/own=/);
  }
  await page.keyboard.press('Escape');
  await expect(page.getByText('A := 50').first()).toBeVisible();
  // A lecture that is open stays where it is.
  await page.goto('about:blank');
  await openStage(page, '#v=1&s=page-never-written');
  await page.keyboard.press('Escape');
  await expect(editor).toHaveCount(0);
  await expect(page).toHaveURL(/s=page-never-written/);
});

test('do the doors open?', async ({ page }) => {
  await page.emulateMedia(still);
  await page.goto('./');
  await page.getByRole('button', { name: 'Start: lecture 1' }).click();
  await untilReady(page);
  await expect(page).toHaveURL(/s=page-never-written/);
  await page.goto('about:blank');
  await page.goto('./');
  await page.getByRole('link', { name: 'Start the race' }).click();
  await expect(page).toHaveURL(/w=race/);
  await expect(opening(page)).toHaveCount(0);
  await page.goto('about:blank');
  await page.goto('./');
  await page.getByRole('link', { name: 'Write one' }).click();
  await expect(page).toHaveURL(/w=write/);
  await expect(page.getByRole('heading', { name: 'Write a log of your own' })).toBeVisible();
  await page.goto('about:blank');
  await page.goto('./');
  await page.getByRole('link', { name: 'A path of 90 minutes' }).click();
  await expect(page.getByRole('button', { name: '90 minutes' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('does a log that is chosen come to the laboratory?', async ({ page }) => {
  await page.emulateMedia(still);
  await page.goto('./');
  const chooser = page.waitForEvent('filechooser');
  await page.locator('button', { hasText: 'Choose a file' }).click();
  await (await chooser).setFiles('tests/fixtures/pg_wal/pgbench.txt');
  await expect(page.getByRole('heading', { name: /pgbench\.txt/ }).first()).toBeVisible({
    timeout: 20_000,
  });
});

test('does one press on the sample lead to a picture of a real log, fetched only then?', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.emulateMedia(still);
  await page.goto('./');
  await expect(page.locator('.lecture-card').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => url.includes('samples/'))).toEqual([]);
  await page.getByRole('button', { name: /Try a real one/ }).click();
  const summary = page.getByRole('region', { name: /What was taken from pgbench-tpcb/ });
  await expect(summary).toContainText('71,905 records', { timeout: 60_000 });
  await expect(page.locator('.chart .point').first()).toBeVisible({ timeout: 60_000 });
  expect(asked.filter((url) => url.includes('samples/'))).toHaveLength(1);
});

test('is a sample that does not come told, and asked for again?', async ({ page, troubles }) => {
  await page.emulateMedia(still);
  await page.route('**/samples/*', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('./');
  await page.getByRole('button', { name: /Try a real one/ }).click();
  await expect(page.locator('.door').getByRole('status')).toHaveText(
    'The sample could not be fetched.',
  );
  await expect(page.getByRole('button', { name: /Try a real one/ })).toBeEnabled();
  troubles.forget(/404/);
});

for (const colorScheme of ['light', 'dark'] as const)
  for (const lang of ['en', 'zh'] as const)
    test(
      `does axe find nothing to complain about: ${colorScheme}, ${lang}?`,
      inDepthIf((colorScheme === 'dark') !== (lang === 'zh')),
      async ({ page }) => {
        await page.emulateMedia({ colorScheme, ...still });
        await page.goto('./');
        await expect(page.locator('.lecture-card').first()).toBeVisible();
        if (lang === 'zh') {
          await page.getByRole('button', { name: '中文' }).click();
          await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
          const words = await page.locator('main').innerText();
          expect(words).not.toMatch(/\b(the|and|with|survives)\b/);
        }
        for (const n of [1, 2, 3, 4, 5]) {
          await page
            .locator('.film button')
            .nth(n - 1)
            .click();
          await expect(opening(page)).toHaveAttribute('data-beat', String(n));
          if (inTurn(n, lang === 'zh' ? 0 : 1))
            expect(await violations(page), `beat ${n}`).toEqual([]);
        }
      },
    );

const SIZES = [
  [390, 844],
  [844, 390],
  [1024, 768],
  [1440, 900],
] as const;

for (const lang of ['en', 'zh'] as const)
  test(`are words, button and both pictures in sight at every size, and does nothing stick out: ${lang}?`, async ({
    page,
  }) => {
    await page.emulateMedia(still);
    await page.goto('./');
    await expect(page.locator('.lecture-card').first()).toBeVisible();
    if (lang === 'zh') await page.getByRole('button', { name: '中文' }).click();
    for (const [width, height] of SIZES) {
      if (lang === 'zh' && width !== 390 && !deep) continue;
      const size = `${width} by ${height}`;
      await page.setViewportSize({ width, height });
      await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)));
      for (const n of [1, 2, 3, 4, 5]) {
        await page
          .locator('.film button')
          .nth(n - 1)
          .click();
        await page.locator('.beat-bars').evaluate((top) => top.scrollIntoView({ block: 'end' }));
        await page.locator('main').evaluate((main) => main.scrollTo(0, 0));
        await page.evaluate(() => window.scrollTo(0, 0));
        for (const part of ['.opening h2', '.opening-controls', '.pane >> nth=0', '.pane >> nth=1'])
          await expect(page.locator(part).first(), size).toBeInViewport({ ratio: 0.9 });
      }
      const wide = await page.evaluate(() => [
        document.documentElement.scrollWidth,
        document.querySelector('main')?.scrollWidth ?? 0,
      ]);
      for (const each of wide) expect(each, size).toBeLessThanOrEqual(width);
    }
  });
