import { goTo, openStage, playhead, position, said, settled, tiers } from './support/stage';
import { expect, test } from './support/test';

// Promise 2: step a scenario through the engine, forwards and backwards, by every size.

test('does each step change what is said, and does stepping back undo it exactly?', async ({
  page,
}) => {
  await openStage(page);
  const seen: string[] = [];
  for (let n = 0; n < 12; n++) {
    seen.push(`${await said(page)} ${await tiers(page)}`);
    await page.keyboard.press('Shift+ArrowRight');
    await settled(page, n + 1);
  }
  for (let n = 11; n >= 0; n--) {
    await page.keyboard.press('Shift+ArrowLeft');
    await settled(page, n);
    expect(`${await said(page)} ${await tiers(page)}`).toBe(seen[n]);
  }
});

test('does one step of every size go forward and back to the same place?', async ({ page }) => {
  await openStage(page);
  for (const [key, name] of [
    ['1', 'mark'],
    ['2', 'transaction'],
    ['3', 'statement'],
    ['4', 'log record'],
    ['5', 'operation'],
    ['6', 'micro-operation'],
  ] as const) {
    await page.keyboard.press('Home');
    expect(await position(page), name).toBe(0);
    await page.keyboard.press(key);
    await expect(page.getByLabel('Step by')).toContainText(name);
    await page.keyboard.press('ArrowRight');
    const first = await position(page);
    expect(first, name).toBeGreaterThan(0);
    await page.keyboard.press('ArrowRight');
    expect(await position(page), name).toBeGreaterThan(first);
    await page.keyboard.press('ArrowLeft');
    expect(await position(page), name).toBe(first);
  }
});

test('do Home, End, the buttons and play move the playhead?', async ({ page }) => {
  await openStage(page);
  const end = Number(await playhead(page).getAttribute('aria-valuemax'));
  await page.keyboard.press('End');
  expect(await position(page)).toBe(end);
  await page.keyboard.press('Home');
  expect(await position(page)).toBe(0);
  await page.getByRole('button', { name: 'Step forward' }).click();
  expect(await position(page)).toBeGreaterThan(0);
  const before = await position(page);
  await page.getByRole('button', { name: 'Play' }).click();
  await expect.poll(() => position(page)).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Pause' }).click();
});

test('does dragging across the lanes scrub, and the stage follow?', async ({ page }) => {
  await openStage(page);
  const lanes = page.locator('.timeline svg');
  const box = await lanes.boundingBox();
  if (!box) throw new Error('no lanes');
  await page.mouse.move(box.x + box.width * 0.4, box.y + 60);
  await page.mouse.down();
  const first = await position(page);
  await page.mouse.move(box.x + box.width * 0.6, box.y + 60, { steps: 5 });
  await page.mouse.up();
  expect(await position(page)).toBeGreaterThan(first);
  await settled(page);
});

test('is the running line of the algorithm marked, with the rule it obeys?', async ({ page }) => {
  await openStage(page);
  const running = page.locator('.listing [aria-current=step]');
  for (let n = 0; n < 40 && (await running.count()) === 0; n++) {
    await page.keyboard.press('Shift+ArrowRight');
    await settled(page);
  }
  await expect(running).toHaveCount(1);
  await expect(page.locator('.why p').first()).not.toBeEmpty();
});

test('does a value open down to its bytes, now and as the device alone has them?', async ({
  page,
}) => {
  await openStage(page);
  await goTo(page, 12);
  const item = page.locator('.structure .item:has(.field)').first();
  await item.click();
  await expect(page.locator('.selected h2')).toContainText('Selected ·');
  await page
    .getByRole('button', { name: /^Bytes of/ })
    .first()
    .click();
  await expect(page.locator('.byte-table td').first()).toHaveText(/^[0-9a-f]{2}$/);
});

test('does the page rest when nothing changes?', async ({ page }) => {
  await openStage(page);
  await goTo(page, 8);
  // The survival scan and the drawing of the last step are finished first.
  const work = () =>
    page.evaluate(async () => {
      let frames = 0;
      let changes = 0;
      const request = window.requestAnimationFrame;
      window.requestAnimationFrame = (callback) => {
        frames++;
        return request.call(window, callback);
      };
      const observer = new MutationObserver((list) => {
        changes += list.length;
      });
      observer.observe(document, {
        subtree: true,
        childList: true,
        attributes: true,
        characterData: true,
      });
      await new Promise((resolve) => setTimeout(resolve, 1500));
      window.requestAnimationFrame = request;
      observer.disconnect();
      const moving = document.getAnimations().filter((each) => each.playState === 'running').length;
      return { frames, changes, moving };
    });
  await expect.poll(work, { timeout: 30_000 }).toEqual({ frames: 0, changes: 0, moving: 0 });
});

test('does the playhead follow a drag at once, and the stage after it?', async ({ page }) => {
  // An item that has arrived is drawn when its motion ends, also during a drag.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStage(page);
  // Parts of the stage that are fetched when something first needs them have come.
  const transferring = page.locator('svg.tiers[data-at] .transfers');
  for (let n = 0; n < 60 && (await transferring.count()) === 0; n++) await goTo(page, n);
  await expect(transferring).toHaveCount(1);
  await goTo(page, 0);
  await settled(page, 0);
  const drag = await page.evaluate(async () => {
    const svg = document.querySelector<SVGSVGElement>('.timeline svg');
    const slider = document.querySelector('.playhead');
    const tiers = document.querySelector('svg.tiers[data-at]');
    if (!svg || !slider || !tiers) throw new Error('no timeline');
    const box = svg.getBoundingClientRect();
    const send = (type: string, x: number) =>
      svg.dispatchEvent(
        new PointerEvent(type, {
          pointerId: 1,
          button: 0,
          clientX: x,
          clientY: box.top + 60,
          bubbles: true,
        }),
      );
    // Synthetic pointers cannot be captured.
    svg.setPointerCapture = () => undefined;
    svg.hasPointerCapture = () => true;
    send('pointerdown', box.left + 200);
    const drawn = new MutationObserver(() => undefined);
    drawn.observe(tiers, { subtree: true, childList: true, attributes: true, characterData: true });
    let moved = 0;
    let waited = 0;
    for (let n = 0; n < 40; n++) {
      const before = slider.getAttribute('transform');
      drawn.takeRecords();
      send('pointermove', box.left + 200 + n * 12);
      await Promise.resolve();
      // A few pixels further there may be no other event.
      if (slider.getAttribute('transform') !== before) moved++;
      waited += drawn.takeRecords().length;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
    return { moved, waited };
  });
  // The playhead is there before the next frame, and has not waited for the stage to be drawn.
  expect(drag.moved).toBeGreaterThan(10);
  expect(drag.waited).toBe(0);
  await settled(page, await position(page));
});

test('do structures follow a step without waiting for a verdict?', async ({ page }) => {
  await page.addInitScript(() => {
    const made: Worker[] = [];
    const held: (() => void)[] = [];
    let holding = false;
    window.Worker = class extends Worker {
      constructor(...making: ConstructorParameters<typeof Worker>) {
        super(...making);
        made.push(this);
      }
      // The stage's engine is the first; the verdicts come from the second.
      override postMessage(
        message: unknown,
        options?: StructuredSerializeOptions | Transferable[],
      ) {
        const send = () => super.postMessage(message, options as StructuredSerializeOptions);
        if (holding && made.indexOf(this) > 0) held.push(send);
        else send();
      }
    };
    addEventListener('hold', () => {
      holding = true;
    });
    addEventListener('let-go', () => {
      holding = false;
      for (const send of held.splice(0)) send();
    });
  });
  await openStage(page);
  await settled(page, 0);
  await page.evaluate(() => dispatchEvent(new Event('hold')));
  const outlook = page.locator('.outlook');
  const structures = page.locator('svg.tiers[role=group]');
  for (let n = 1; n <= 12; n++) {
    await page.keyboard.press('Shift+ArrowRight');
    await expect(structures).toHaveAttribute('data-at', String(n));
  }
  for (let n = 11; n >= 6; n--) {
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(structures).toHaveAttribute('data-at', String(n));
  }
  await expect(outlook).toHaveAttribute('aria-busy', 'true');
  await page.evaluate(() => dispatchEvent(new Event('let-go')));
  await expect(outlook).toHaveAttribute('aria-busy', 'false');
});
