import { openStage, position, settled, tiers } from './support/stage';
import { expect, test } from './support/test';

// A module whose one function is `unreachable`: calling it is a real WebAssembly trap.
const trapModule = [
  0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0, 1, 4, 1, 0x60, 0, 0, 3, 2, 1, 0, 7, 5, 1, 1, 0x74, 0, 0, 10,
  5, 1, 3, 0, 0x00, 0x0b,
];

/** Runs before the worker's own code: on command, the next call into the engine traps. */
const saboteur = `
let armed = false;
new BroadcastChannel('sabotage').onmessage = () => { armed = true; };
const trap = new WebAssembly.Instance(new WebAssembly.Module(new Uint8Array(${JSON.stringify(trapModule)}))).exports.t;
const sabotaged = ({ exports }) => ({ exports: Object.fromEntries(Object.entries(exports).map(([name, value]) =>
  [name, typeof value === 'function' ? (...args) => { if (armed) { armed = false; trap(); } return value(...args); } : value])) });
for (const name of ['instantiate', 'instantiateStreaming']) {
  const original = WebAssembly[name];
  WebAssembly[name] = async (...args) => {
    const made = await original(...args);
    return made.instance ? { module: made.module, instance: sabotaged(made.instance) } : sabotaged(made);
  };
}
`;

test('is a trap in the WebAssembly shown with its event, and does the page go on working?', async ({
  page,
  troubles,
}) => {
  let sabotagedWorkers = 0;
  await page.route(/worker[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    sabotagedWorkers++;
    await route.fulfill({ response, body: saboteur + (await response.text()) });
  });
  await openStage(page);
  expect(sabotagedWorkers).toBeGreaterThan(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await settled(page);
  const before = await position(page);
  const shown = await tiers(page);

  await page.evaluate(() => new BroadcastChannel('sabotage').postMessage('now'));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/The engine stopped at/)).toBeVisible();
  await expect(page.getByText(/unreachable/)).toBeVisible();

  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await page.keyboard.press('ArrowLeft');
  await settled(page);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await settled(page);
  while ((await position(page)) < before) await page.keyboard.press('ArrowRight');
  await settled(page);
  expect(await position(page)).toBe(before);
  expect(await tiers(page)).toBe(shown);
  troubles.forget(/unreachable|trap/i);
});
