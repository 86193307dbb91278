import type { Page } from '@playwright/test';
import { isTurn } from '../effort';
import { violations } from './support/axe';
import { closed, openLecture, press, question, recap } from './support/lecture';
import { link } from './support/scenario';
import { goTo, openStage, settled } from './support/stage';
import { expect, inDepthIf, inTurn, test } from './support/test';

const views: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  stage: async (page) => goTo(page, 20),
  lectures: async (page) => {
    await page.getByRole('button', { name: /^(Lectures|课程)$/ }).click();
    await expect(page.locator('.lectures')).toBeVisible();
  },
  'power-cut panel': async (page) => {
    await goTo(page, 20);
    await page.keyboard.press('c');
    await expect(page.locator('.cut-actions')).toBeVisible();
  },
  recovery: async (page) => {
    await goTo(page, 20);
    await page.keyboard.press('c');
    await page.getByRole('button', { name: /^(Cut now|立即断电)$/ }).click();
    await expect(page.locator('.verdict')).toBeVisible();
    await page.keyboard.press('End');
    await settled(page);
  },
  'a question of a lecture': async (page) => {
    await openLecture(page, 'value-that-never-existed');
    await press(page);
    await press(page);
    await expect(question(page)).toBeVisible();
  },
  'the end of a lecture': async (page) => {
    await openLecture(page, 'which-fence');
    for (let n = 0; n < 5; n++) {
      await press(page);
      if ((await question(page).count()) > 0)
        await question(page).getByRole('button').last().click();
      await closed(page);
    }
    await press(page);
    await expect(recap(page)).toBeVisible();
    await expect(page.locator('.recap-seen svg')).toHaveCount(3);
  },
  'course plan': async (page) => {
    await page.evaluate(() => {
      window.location.hash = 'w=plan&plan=@week-of-labs';
    });
    await expect(page.locator('.plan-step').first()).toBeVisible();
  },
  'an answered question of a drill': async (page) => {
    await page.evaluate(() => {
      window.location.hash = 'w=drill&d.l=stolen-page&d.k=fate&d.n=1&d.s=7';
    });
    await page.locator('.drill .choice-list button').last().click();
    await expect(page.locator('.drill-reasons')).toBeVisible();
  },
  'choosing an exam': async (page) => {
    await page.evaluate(() => {
      window.location.hash = 'w=drill';
    });
    await expect(page.locator('.drill-setup')).toBeVisible();
  },
  editor: async (page) => {
    await page.getByRole('button', { name: /^(Edit|编辑)$/ }).click();
    await expect(page.locator('.editor')).toBeVisible();
  },
  'questions of an experiment': async (page) => {
    await page.getByRole('button', { name: /^(Lectures|课程)$/ }).click();
    await page.getByRole('link', { name: 'What the money buys' }).click();
    await expect(page.locator('.prediction-choices button').first()).toBeVisible();
  },
  help: async (page) => {
    await page.keyboard.press('?');
    await expect(page.locator('.help')).toBeVisible();
  },
  projection: async (page) => {
    await page.getByRole('button', { name: /^(Present|演示)$/ }).click();
    await expect(page.locator('.stage.projection')).toBeVisible();
  },
};

test('does axe find what is wrong?', async ({ page }) => {
  await openStage(page);
  await page.locator('body').evaluate((body) => {
    body.append(document.createElement('button'));
    const pale = document.createElement('p');
    pale.textContent = 'pale';
    Object.assign(pale.style, { color: '#bbb', background: '#ccc' });
    body.append(pale);
  });
  const found = (await violations(page)).join('\n');
  expect(found).toContain('button-name: ');
  expect(found).toContain('color-contrast: ');
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [at, [name, open]] of Object.entries(views).entries()) {
    test(
      `does axe find nothing to complain about: ${name}, ${colorScheme}?`,
      inDepthIf(
        // Each view in one of them, by turns.
        (colorScheme === 'dark') !== (at % 2 === 1),
      ),
      async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await openStage(page);
        await open(page);
        expect(await violations(page)).toEqual([]);
      },
    );
  }
}

for (const [n, name] of (['stage', 'lectures', 'editor'] as const).entries()) {
  test(`does it hold in Chinese: ${name}?`, inDepthIf(!isTurn(n, 3)), async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openStage(page, `${link}&lang=zh`);
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
    await views[name]?.(page);
    expect(await violations(page)).toEqual([]);
    const words = await page.locator('body').innerText();
    expect(words).not.toMatch(/\b(the|and|with|survives)\b/);
  });
}

const SMALL = [
  ['a phone', 360, 740],
  ['a laptop at 200 % zoom', 720, 450],
] as const;
for (const [index, [what, width, height]] of SMALL.entries()) {
  // The other day from a comparison's.
  const other = !isTurn(index + 1, 2);
  test(`can everything be reached on ${what}?`, inDepthIf(other), async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openStage(page);
    for (const [n, tab] of ['Script', 'If power failed', 'Timeline', 'Tiers'].entries()) {
      await page.getByRole('button', { name: tab, exact: true }).click();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide, tab).toBeLessThanOrEqual(width);
      if (inTurn(n, width === 360 ? 0 : 1)) expect(await violations(page), tab).toEqual([]);
    }
    const forward = page.getByRole('button', { name: 'Step forward' });
    await forward.click();
    const box = await forward.boundingBox();
    expect(box && box.y + box.height).toBeLessThanOrEqual(height);
    await page.getByRole('button', { name: 'Cut the power' }).click();
    await expect(page.getByRole('button', { name: 'Cut now' })).toBeVisible();
  });
}

test('does a lecture go by keyboard alone, with one sentence a move and the focus where one acts?', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStage(page);
  await openLecture(page, 'group-commit');
  const next = page.locator('.lecture-next');
  const live = page.getByTestId('live');
  const words = page.locator('.lecture-words .say').first();
  await press(page);
  // Focus goes to a question, to the reason of a wrong answer, and from there back to Next.
  for (let n = 0; n < 40 && (await recap(page).count()) === 0; n++) {
    if ((await question(page).count()) > 0) {
      await expect(question(page)).toBeFocused();
      // The question is said with the sentence.
      const asked = await question(page).locator('.question-words').innerText();
      await expect(live).toHaveText(`${await words.innerText()} ${asked}`);
      await page.keyboard.press('1');
      await closed(page);
      const answer = page.locator('.answer');
      const wrong = (await page.locator('.answer.wrong').count()) > 0;
      if (wrong) await expect(answer).toBeFocused();
      // A result that has the focus is read for that: nothing announces it a second time.
      const result = await answer.locator('p').first().innerText();
      const focused = await answer.evaluate((each) => each === document.activeElement);
      const announced = page.locator('[role=status], [aria-live]').filter({ hasText: result });
      await expect(announced).toHaveCount(focused ? 0 : 1);
      if (focused) await expect(answer).toHaveAccessibleName(new RegExp(result.slice(0, 20)));
    }
    await press(page);
    if ((await recap(page).count()) > 0) break;
    if ((await question(page).count()) > 0) continue;
    await expect(live).toHaveText(await words.innerText());
    await expect(next).toBeFocused();
  }
});

test('do Run and the progress keep an outline in forced colours?', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('./#v=1&w=lab&e.id=nvl-threads');
  const outline = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { borderTopWidth, borderTopColor, outlineStyle, outlineColor, backgroundColor } =
          getComputedStyle(element);
        const drawn = outlineStyle === 'none' ? borderTopColor : outlineColor;
        const width = outlineStyle === 'none' ? Number.parseFloat(borderTopWidth) : 1;
        return width > 0 && drawn !== backgroundColor && !/^rgba.*, 0\)$/.test(drawn);
      });
  await expect(page.locator('.run-bar .primary')).toBeVisible();
  expect(await outline('.run-bar .primary')).toBe(true);
  expect(await outline('.run-bar progress')).toBe(true);
  await openStage(page);
  await openLecture(page, 'which-fence');
  expect(await outline('.lecture-progress li')).toBe(true);
});

test('are the tools of a phone large enough for a finger?', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await openStage(page);
  for (const name of ['EN', '中文', 'Help', 'Theme: system']) {
    const box = await page.getByRole('button', { name, exact: true }).boundingBox();
    expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(24);
  }
});

test('is each item of the stage called by its structure, too?', async ({ page }) => {
  await openStage(page);
  await goTo(page, 20);
  const names = await page
    .locator('svg.tiers .structure')
    .evaluateAll((structures) =>
      structures.flatMap((structure) =>
        [...structure.querySelectorAll('.item')].map((item) => [
          structure.getAttribute('aria-label') ?? '',
          item.getAttribute('aria-label') ?? '',
        ]),
      ),
    );
  expect(names.length).toBeGreaterThan(3);
  for (const [structure, item] of names) expect(item).toContain(`${structure}: `);
});

// Users of other keyboards press the same keys: their events are written out here, since a browser
// under test has one keyboard.
const KEYBOARDS = [
  ['French', { key: '&', code: 'Digit1' }, { key: 'c', code: 'KeyC' }, { key: '?', code: 'KeyM' }],
  [
    'Russian',
    { key: '1', code: 'Digit1' },
    { key: 'с', code: 'KeyC' },
    { key: '?', code: 'Digit7' },
  ],
  ['Greek', { key: '1', code: 'Digit1' }, { key: 'ψ', code: 'KeyC' }, { key: '?', code: 'Slash' }],
] as const;
for (const [n, [keyboard, size, c, help]] of KEYBOARDS.entries()) {
  const title = `do the stage's keys work on a ${keyboard} keyboard?`;
  test(title, inDepthIf(!isTurn(n, 3)), async ({ page }) => {
    await openStage(page);
    const press = (what: { key: string; code: string }) =>
      page.evaluate(
        (keys) =>
          document.body.dispatchEvent(
            new KeyboardEvent('keydown', { ...keys, bubbles: true, cancelable: true }),
          ),
        { ...what, shiftKey: what.key === '?' },
      );
    await press(size);
    await expect(page.getByRole('combobox', { name: 'Step by' })).toHaveValue('mark');
    await press(c);
    await expect(page.locator('.cut-panel')).toBeVisible();
    await press(help);
    await expect(page.locator('.help')).toContainText('Letters and digits work on every keyboard');
  });
}

test('is every control reached by Tab, with a visible focus and a name?', async ({ page }) => {
  await openStage(page);
  await goTo(page, 20);
  await page.locator('body').click({ position: { x: 5, y: 5 } });
  const seen = new Set<string>();
  for (let n = 0; n < 120; n++) {
    await page.keyboard.press('Tab');
    const here = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      if (!element || element === document.body) return undefined;
      const style = getComputedStyle(element);
      const drawn = element.closest('svg') !== null;
      return {
        name: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.trim()}`,
        focus: drawn || style.outlineStyle !== 'none',
      };
    });
    if (!here) continue;
    expect(here.focus, here.name).toBe(true);
    expect(here.name).toMatch(/\w+ \S/);
    seen.add(here.name);
  }
  const names = [...seen].join('\n');
  for (const control of ['Step forward', 'Cut the power', 'Playhead', 'Share link', 'Present']) {
    expect(names).toContain(control);
  }
});
