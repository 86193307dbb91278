import type { Page } from '@playwright/test';
import { frameCode, HOST_CODE } from '../../web/embed/model/code';
import { type Heard, type Hosted, lastHeard, nextIn, openHost, openQuestion } from './support/host';
import { OWN, ownCopy } from './support/own_copy';
import { expect, test } from './support/test';

// A page of another origin embeds a lecture, hears of it and leads it.

// Without motion, nothing is played between two marks.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const LECTURE = 'page-never-written';

/** A course's page with the very lines that the page copies; what it hears is kept, too. */
const course = (site: string, hash = `#v=1&s=${LECTURE}&lang=en`, query = '') => {
  const address = `${site}embed.html${query}${hash}`;
  return `<!doctype html><html lang="en"><title>Course</title><body>
<script>
  var heard = [];
  addEventListener('message', ({ data }) => heard.push(data));
</script>
${frameCode({ address, title: 'A lecture', height: 700 })}
${HOST_CODE}
</body></html>`;
};

const say = (page: Page, message: object) =>
  page.evaluate((data) => {
    const frame = document.querySelector('iframe');
    frame?.contentWindow?.postMessage({ afterimage: 1, ...data }, '*');
  }, message);

/** A frame that opens before its host asks reports its state with the handshake. */
const opened = (hosted: Hosted) =>
  lastHeard(hosted, ['ready', 'state'], ({ state }) => (state as Heard).marks !== 0);

test('does a page hear the handshake, the answers and the score of a lecturer’s copy?', async ({
  page,
}) => {
  const copy = ownCopy(LECTURE);
  const hosted = await openHost(page, { html: (site) => course(site, copy.link) });
  const { frame } = hosted;
  const ready = await lastHeard(hosted, 'ready');
  expect(ready).toMatchObject({ afterimage: 1, versions: [1] });
  expect((await opened(hosted)).state).toMatchObject({
    lecture: LECTURE,
    mark: 0,
    ended: false,
    language: 'en',
  });
  await expect(frame.locator('.top-bar')).toHaveCount(0);
  for (const outside of ['.app-name', '.lecture-out', '.present'])
    await expect(frame.locator(outside)).toBeHidden();
  await nextIn(frame);
  await expect(frame.locator('.lecture-words')).toContainText(OWN.said);
  const open = await openQuestion(frame);
  await expect(open).toContainText(OWN.asked);
  await lastHeard(hosted, 'state', ({ state }) => (state as { asking?: boolean }).asking === true);
  await open.locator('button.choice').first().click();
  const { answered } = await lastHeard(hosted, 'answered');
  expect(answered).toMatchObject({ lecture: LECTURE, digest: copy.digest, mark: 2, first: true });
  const { answer, right, result, took } = answered as Record<string, unknown>;
  expect(result).toBe(String(right).split('|').includes(String(answer)) ? 'right' : 'wrong');
  expect(took).toBeGreaterThan(0);
  const { score } = await lastHeard(hosted, 'score');
  expect(score).toMatchObject({ [String(result)]: 1, shown: 0, of: 4, complete: false });
});

test('can a page lead it: load, go to a mark, ask, and be told what is wrong?', async ({
  page,
}) => {
  const hosted = await openHost(page, { html: (site) => course(site, '') });
  await expect(hosted.frame.getByText('The page around this frame says')).toBeVisible();
  await lastHeard(hosted, 'ready');
  await say(page, { type: 'load', lecture: 'no-such-lecture', id: 1 });
  expect(await lastHeard(hosted, 'error', ({ id }) => id === 1)).toMatchObject({
    problem: { path: 'lecture', reason: 'there is no lecture no-such-lecture' },
  });
  await say(page, { type: 'load', lecture: LECTURE, language: 'zh', id: 2 });
  const done = await lastHeard(hosted, 'done', ({ id }) => id === 2);
  expect(done.state).toMatchObject({ lecture: LECTURE, language: 'zh' });
  await say(page, { type: 'go', mark: 1, id: 3 });
  const there = await lastHeard(hosted, 'done', ({ id }) => id === 3);
  expect(there.state).toMatchObject({ mark: 1 });
  await say(page, { type: 'go', mark: 1000, id: 4 });
  await say(page, { type: 'go', mark: 'one', id: 5 });
  await say(page, { type: 'dance', id: 6 });
  const faults = [4, 5, 6].map((id) => lastHeard(hosted, 'error', (each) => each.id === id));
  const places = (await Promise.all(faults)).map(({ problem }) => (problem as Heard).path);
  expect(places).toEqual(['mark', 'mark', 'type']);
  await say(page, { type: 'load', link: 's=torn-page&lang=en', id: 7 });
  await say(page, { type: 'score', id: 8 });
  expect(await lastHeard(hosted, 'score', ({ id }) => id === 8)).toBeDefined();
});

test('is anybody else heard, or any other origin answered?', async ({ page }) => {
  const other = 'https://course.example';
  const html = (site: string) => course(site, undefined, `?host=${other}`);
  const hosted = await openHost(page, { html });
  await expect(hosted.frame.getByTestId('live')).not.toBeEmpty({ timeout: 20_000 });
  await say(page, { type: 'ping' });
  // A frame beside it, of the same origin as its own, is no parent.
  await page.evaluate(async (site) => {
    const beside = document.createElement('iframe');
    beside.src = `${site}embed.html`;
    document.body.append(beside);
    await new Promise((loaded) => beside.addEventListener('load', loaded));
  }, hosted.site);
  await page
    .frames()
    .at(-1)
    ?.evaluate(() => {
      window.parent.frames[0]?.postMessage({ afterimage: 1, type: 'go', to: 'next' }, '*');
    });
  await page.waitForTimeout(500);
  const heard = (await hosted.heard()).filter((each) => each?.afterimage === 1);
  // The frame beside it allows any host, and gets no question.
  expect(heard).toEqual([]);
  await expect(page.frameLocator('iframe').first().locator('[data-lecture]')).toHaveAttribute(
    'data-lecture',
    LECTURE,
  );
});

test('does it leave the history and the windows of its host alone?', async ({ page }) => {
  const hosted = await openHost(page, { html: course });
  await expect(hosted.frame.getByTestId('live')).not.toBeEmpty({ timeout: 20_000 });
  const before = await page.evaluate(() => window.history.length);
  await hosted.frame.locator('.lecture-next').click();
  await say(page, { type: 'load', lecture: 'stolen-page' });
  await say(page, { type: 'go', to: 'next' });
  await page.waitForTimeout(600);
  expect(await page.evaluate(() => window.history.length)).toBe(before);
  expect(page.url()).toBe(hosted.host);
});

test('does it work in a frame without an origin of its own?', async ({ page }) => {
  const html = (site: string) =>
    course(site)
      .replace('allow="fullscreen"', 'sandbox="allow-scripts"')
      .replace(
        '<script>\n  const frame',
        `<script>
  setInterval(() => document.querySelector('iframe').contentWindow.postMessage({ afterimage: 1, type: 'ping' }, '*'), 200);
  const frame`,
      );
  const hosted = await openHost(page, { html, headers: { 'access-control-allow-origin': '*' } });
  await lastHeard(hosted, 'ready');
  expect((await opened(hosted)).state).toMatchObject({ lecture: LECTURE });
});

test('does it tell how high it wants to be, by its width?', async ({ page }) => {
  const hosted = await openHost(page, { html: course });
  const wide = await lastHeard(hosted, 'height');
  expect(wide.height).toBeGreaterThanOrEqual(560);
  await page.setViewportSize({ width: 390, height: 844 });
  const narrow = await lastHeard(hosted, 'height', ({ height }) => height !== wide.height);
  expect(narrow.height).toBeGreaterThanOrEqual(700);
  await expect(page.locator('iframe')).toHaveAttribute('height', String(narrow.height));
});
