import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test';

/** The problems that axe finds in the present page, as sentences. */
export async function violations(page: Page): Promise<string[]> {
  // Without frames the older mode skips nothing and needs no second page. It takes a third of the
  // time.
  expect(page.frames()).toHaveLength(1);
  const axe = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations: found } = await axe
    // Off by default: a target of a finger is 24 px, or stands alone.
    .options({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
    .analyze();
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '' }) => `${id}: ${target.join(' ')} ${failureSummary}`),
  );
}
