import type { Page } from '@playwright/test';
import { isTurn } from '../effort';
import { expect, inDepthIf, type Troubles, test } from './support/test';

// Every page ends in a picture or in a sentence, even without an engine.

/** Every view that runs something, with what it shows once its engine is there. */
const VIEWS = {
  stage: ['s=acknowledged-survives', '[data-lecture] .tiers'],
  compare: ['w=compare&s=acknowledged-survives', '.compare .tiers'],
  race: ['w=race', '.race .standings, .race table'],
  breakit: ['w=breakit', '.breakit .break-run'],
  lab: ['w=lab&e.id=nvl-fig12', '.run-bar'],
  'the list of experiments': ['w=lab', '.first-picture svg'],
} as const;

/** The obstacles that keep an engine from starting, until they are removed. */
const OBSTACLES = {
  'cannot be fetched': async (page: Page) => {
    await page.route('**/*.wasm', (route) => route.abort());
    return () => page.unroute('**/*.wasm');
  },
  'gets no worker': async (page: Page) => {
    await page.addInitScript(() => {
      const { Worker: Real } = window;
      window.Worker = class extends Real {
        constructor(...given: ConstructorParameters<typeof Real>) {
          if (!('workers' in document.documentElement.dataset)) throw new Error('no workers here');
          super(...given);
        }
      };
    });
    return () => page.evaluate(() => document.documentElement.setAttribute('data-workers', ''));
  },
} as const;

const sentence = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'The engine could not be started' });

for (const [at, [view, [hash, shown]]] of Object.entries(VIEWS).entries()) {
  for (const [n, [obstacle, put]] of Object.entries(OBSTACLES).entries()) {
    const title = `does ${view} say so where its engine ${obstacle}, and try again?`;
    // A view meets one obstacle, each day the other.
    test(title, inDepthIf(!isTurn(at + n, 2)), async ({ page, troubles }) => {
      const away = await put(page);
      await page.goto(`./#v=1&${hash}`);
      await expect(sentence(page)).toHaveCount(1);
      await expect(page.getByText('Opening the scenario…')).toHaveCount(0);
      await away();
      await sentence(page).getByRole('button', { name: 'Try again' }).click();
      await expect(page.locator(shown).first()).toBeVisible({ timeout: 20_000 });
      await expect(sentence(page)).toHaveCount(0);
      forgetRefusals(troubles);
    });
  }
}

const forgetRefusals = (troubles: Troubles) =>
  troubles.forget(/Failed to load resource|no workers/);
