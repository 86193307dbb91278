import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { type Hosted, nextIn, openHost, openQuestion } from './support/host';
import { expect, test } from './support/test';

// The examples of docs/embedding.md, as they are shipped: pages of another origin that show a
// lecture and its score.

// Without motion, nothing is played between two marks.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const example = (name: string) => readFileSync(file(`public/examples/${name}`), 'utf8');

/** Answers the lecture's first question; the page around it says the score. */
async function answersOne(page: Page, { frame }: Hosted): Promise<void> {
  const open = await openQuestion(frame);
  const right = frame.locator('[data-question=closed]');
  await open.locator('button.choice').first().click();
  await expect(right).toBeVisible({ timeout: 20_000 });
  await expect(page.locator('output')).toHaveText(/^[01] of [1-9]$/);
}

test('does a plain course page show the score?', async ({ page }) => {
  const html = (site: string) =>
    example('course_page.html').replace('../embed.html', `${site}embed.html`);
  const hosted = await openHost(page, { html });
  await answersOne(page, hosted);
  await expect(page.locator('iframe')).not.toHaveAttribute('height', '640');
});

test('does a lecture on a slide of reveal.js lead on to the next one?', async ({ page }) => {
  const html = (site: string) =>
    example('reveal.html').replace('../embed.html', `${site}embed.html`);
  const hosted = await openHost(page, {
    html,
    files: { 'reveal.js/dist': file('node_modules/reveal.js/dist') },
  });
  await expect(page.getByRole('heading', { name: 'Why a log?' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await answersOne(page, hosted);
  const { frame } = hosted;
  const open = frame.locator('[data-question=open]');
  const here = page.locator('#lecture.present');
  for (let n = 0; n < 40 && (await here.count()) > 0; n++) {
    if ((await open.count()) > 0) {
      await open.getByRole('button', { name: 'Show the answer' }).click();
      await expect(open).toHaveCount(0, { timeout: 20_000 });
    } else {
      // The slide goes as soon as the last question is closed, and takes the button with it.
      await Promise.race([nextIn(frame), here.waitFor({ state: 'detached' })]);
    }
  }
  await expect(page.locator('#lecture')).not.toHaveClass(/present/);
  await expect(page.locator('section.present output')).toHaveText(/^[01] of [1-9]$/);
});

test('does the output of a notebook’s cell?', async ({ page }) => {
  const { cells } = JSON.parse(example('notebook.ipynb'));
  const [output] = cells[1].outputs;
  const html: string = output.data['text/html'].join('');
  // The cell's text is the text of its output.
  expect(cells[1].source.join('').replace(/\s+/g, ' ')).toContain(
    html.replaceAll('https://db.example', 'SITE').trim().replace(/\s+/g, ' '),
  );
  const hosted = await openHost(page, {
    html: () => '<!doctype html><title>Notebook</title><div class="output"></div>',
  });
  // The elements come first, and then their scripts anew, as in notebooks.
  await page.evaluate(
    (text) => {
      const place = document.querySelector('.output') as HTMLElement;
      place.innerHTML = text;
      for (const old of place.querySelectorAll('script')) {
        const script = document.createElement('script');
        script.textContent = old.textContent;
        old.replaceWith(script);
      }
    },
    html.replaceAll('https://db.example/', hosted.site),
  );
  await answersOne(page, hosted);
});
