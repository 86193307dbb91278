import type { Scenario } from '../../web/engine/protocol';
import { EMPTY_LINK, encodeLink } from '../../web/link/link';
import { lectures } from './support/lecture';
import { openStage, playhead } from './support/stage';
import { expect, test } from './support/test';

/** As large as a scenario may be. */
const { marks, facts, faults, lecture, ...base } = lectures.find(
  ({ id }) => id === 'tpcc-new-order-nvm',
) as Scenario;
const large = `#${encodeLink({
  ...EMPTY_LINK,
  own: JSON.stringify({
    ...base,
    id: 'large',
    transactions: 1000,
  }),
})}`;

const goes = (page: Parameters<typeof openStage>[0], hash: string) =>
  page.evaluate((fragment) => {
    window.location.hash = fragment;
  }, hash);

/** The factor by which this machine is slower for the engine's own clock. */
const SLOWER = 20;

test('can a large scenario be given up while it opens, and does it open else?', async ({
  page,
}) => {
  // A quick machine has opened it before any progress is shown.
  await page.route(/engine\.worker[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const clock = `const now = performance.now.bind(performance);
performance.now = () => ${SLOWER} * now();
`;
    await route.fulfill({ response, body: clock + (await response.text()) });
  });
  await page.addInitScript(() => {
    const blocked: number[] = [];
    Object.assign(window, { blocked });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) blocked.push(duration);
    }).observe({ type: 'longtask' });
  });
  await openStage(page);
  const title = page.locator('.scenario-title');
  await expect(title).toHaveText('Browser test');
  await goes(page, large);
  const notice = page.locator('.notice-bar');
  await expect(notice).toContainText(/Opening the scenario….*[1-9][\d,]* events so far/);
  await notice.getByRole('button', { name: 'Cancel' }).click();
  await expect(notice).toHaveCount(0);
  // The earlier scenario is still open, and the address says so.
  await expect(title).toHaveText('Browser test');
  await page.keyboard.press('End');
  await expect(playhead(page)).not.toHaveAttribute('aria-valuenow', '0');
  await page.evaluate(() => (window as unknown as { blocked: number[] }).blocked.splice(0));
  await goes(page, large);
  await expect(title).toHaveText(base.title.en, { timeout: 40_000 });
  const most = await page.evaluate(() =>
    Math.max(...(window as unknown as { blocked: number[] }).blocked),
  );
  console.log(`longest task while a large scenario opens: ${Math.round(most)} ms`);
  expect(most).toBeLessThan(2000);
  // Workers that are still being made go on fetching.
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
