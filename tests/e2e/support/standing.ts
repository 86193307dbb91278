import type { Page } from '@playwright/test';
import { expect } from './test';

/**
 * The places of every structure of the stage, its boundary and its size, as one text: the same
 * while nothing but data moves.
 */
export async function standing(page: Page): Promise<string> {
  let now: string | undefined;
  // Between a picture of it and the stage itself there may be neither.
  await expect(async () => {
    [now] = await standingNow(page);
    expect(now).toBeDefined();
  }).toPass({ timeout: 10_000 });
  return now ?? '';
}

/** The same where the stage is in sight now; nothing where something else is in its place. */
export const standingNow = (page: Page): Promise<string[]> =>
  page.locator('svg.tiers[data-at]').evaluateAll((stages) =>
    stages.map((svg) => {
      const boxes = [...svg.querySelectorAll('.structure')].map((structure) => {
        const place = structure.querySelector('.structure-place');
        const size = ['width', 'height'].map((name) => place?.getAttribute(name)).join(' x ');
        const at = structure.getAttribute('transform');
        return `${structure.getAttribute('data-structure')} ${at} ${size}`;
      });
      const folded = [...svg.querySelectorAll('.folded')].map((each) => {
        const hit = each.querySelector('.folded-hit');
        return `${each.getAttribute('data-structure')} ${hit?.getAttribute('x')} ${hit?.getAttribute('y')}`;
      });
      const line = svg.querySelector('.boundary line')?.getAttribute('y1');
      return [svg.getAttribute('viewBox'), line, ...boxes, ...folded].join('\n');
    }),
  );
