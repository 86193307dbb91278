import { EMPTY_LINK, encodeLink } from '../../web/link/link';
import { isTurn } from '../effort';
import { cutPower, goTo, openStage, playhead, position, said, settled } from './support/stage';
import { expect, test } from './support/test';
import { timePasses } from './support/time_passes';

// The address restores everything; back and forward work; nothing is lost on reload.

test('does a reload come back to the same place, cut and branch?', async ({ page }) => {
  await openStage(page);
  await goTo(page, 20);
  await cutPower(page, 'none');
  await page.keyboard.press('Shift+ArrowRight');
  await settled(page);
  const before = [await position(page), await said(page)];
  await timePasses(page, 500);
  await page.reload();
  await settled(page);
  expect([await position(page), await said(page)]).toEqual(before);
  await expect(page.locator('.power-cut')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Branches' })).toBeVisible();
});

test('does the link open the same place in another browser, edited script and all?', async ({
  page,
  browser,
}) => {
  await openStage(page);
  await page.getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('textbox', { name: 'Thread 1' }).fill('begin T1\nA := 78\ncommit');
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(page.locator('.script')).toContainText('A := 78');
  await settled(page, 0);
  await goTo(page, 9);
  await timePasses(page, 500);
  const sentence = await said(page);
  const other = await browser.newPage();
  await other.goto(page.url());
  await expect(other.locator('.script')).toContainText('A := 78');
  await settled(other, 9);
  expect(await said(other)).toBe(sentence);
  await other.close();
});

test('do back and forward go between views and power cuts?', async ({ page }) => {
  await openStage(page);
  await goTo(page, 20);
  await timePasses(page, 400);
  await cutPower(page, 'none');
  await page.getByRole('button', { name: 'Lectures' }).click();
  await expect(page.getByRole('heading', { name: 'Lectures' })).toBeVisible();
  await page.goBack();
  await expect(page.locator('.power-cut')).toHaveCount(1);
  await page.goBack();
  await expect(page.locator('.power-cut')).toHaveCount(0);
  await expect(playhead(page)).toHaveAttribute('aria-valuenow', '20');
  await page.goForward();
  await expect(page.locator('.power-cut')).toHaveCount(1);
});

test('does an anchor that no longer exists open near by, and say so?', async ({ page }) => {
  await openStage(page);
  await goTo(page, 5);
  await timePasses(page, 400);
  const moved = page.url().replace(/at=[^&]*/, 'at=T1.store.999999');
  await page.goto('about:blank');
  await page.goto(moved);
  await settled(page);
  await expect(page.locator('.notice-bar')).toContainText('nearest position');
});

test('does a broken link still open the page, and say what it could not read?', async ({
  page,
}) => {
  await openStage(page, '#v=1&at=%%%&cut=nonsense&seed=x');
  await expect(page.locator('.notice-bar')).toContainText('could not be read');
  await expect(playhead(page)).toBeVisible();
});

test('does sharing put the link on the clipboard?', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openStage(page);
  await page.getByRole('button', { name: 'Share link' }).click();
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('#v=1');
});

// Every link, valid or not, ends in a picture or in one sentence: opened in a new page, and pasted
// into an open one. In the usual run each is tried in one of the two ways, each day in the other.
const packed = (text: string) => encodeLink({ ...EMPTY_LINK, own: text }).slice('v=1&'.length);
const BROKEN: Readonly<Record<string, readonly [link: string, sentence: RegExp]>> = {
  'a lecture that there is not': ['s=nosuch-lecture', /no.*: “nosuch-lecture”/],
  'a text that is none': ['own=AAAA', /Parts of this link could not be read: own\./],
  'a newer version': ['v=2&s=torn-page&at=%%%', /newer version of Afterimage/],
  'a view that there is not': ['w=evil&s=torn-page', /part of the page.*“evil”/],
  'mutations that the system does not have': ['s=which-fence&k=aries&x=', /was not opened/],
  '5,000 brackets, one in another': [
    'own=7cExDQAAAAKgoM7-NUzhByQAAAAAwFsBAAAAgLsB',
    /nested too deeply/,
  ],
  '1,000 brackets, one in another': [
    'own=i44eBaNgFAx3EDsKRsEoGPYAAA',
    /line 1, column 6\d.*nested too deeply/,
  ],
  'brackets in an object': [packed(`{"records": ${'['.repeat(9000)}`), /nested too deeply/],
  'a metric that there is not': ['w=lab&e.id=nvl-fig12&e.y=evil', /no metric “evil”/],
  'a claim that there is not': ['w=lab&e.id=nvl-fig12&e.claim=evil', /no claim “evil”/],
  'questions that there are not': ['w=lab&e.id=nvl-fig12&e.ask=evil', /no questions “evil”/],
  'a tour that there is not': ['w=breakit&b.tour=evil', /tour.*“evil”/],
  'a system that there is not': ['w=breakit&b.id=torn-page&b.k=evil', /system.*“evil”/],
};

for (const [n, [what, [fields, sentence]]] of Object.entries(BROKEN).entries()) {
  test(`does a link say one thing of ${what}?`, async ({ page }) => {
    const hash = fields.startsWith('v=') ? `#${fields}` : `#v=1&${fields}`;
    const told = async () => {
      await expect(page.locator('.notice-bar')).toHaveText(sentence, { timeout: 20_000 });
      await expect(page.getByText('Opening the scenario…')).toHaveCount(0);
      expect(await page.locator('main').innerText()).not.toBe('');
    };
    if (isTurn(n, 2)) {
      await page.goto(`./${hash}`);
      await told();
      // A link that was refused in a new page had nothing open before it.
      await expect(page.locator('.notice-bar')).not.toContainText('still open');
      await page.goto('about:blank');
    }
    if (!isTurn(n + 1, 2)) return;
    await openStage(page, '#v=1&s=acknowledged-survives');
    await page.evaluate((fragment) => {
      window.location.hash = fragment;
    }, hash);
    await told();
  });
}
