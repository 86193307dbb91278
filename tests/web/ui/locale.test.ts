import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { formatMoment } from '../../../web/ui/format/format_moment';

it('a date is written as readers of the chosen language write it', () => {
  const noon = Date.UTC(2026, 0, 15, 12);
  expect(formatMoment(noon, 'en')).toMatch(/^1\/15\/2026, /);
  expect(formatMoment(noon, 'zh')).toMatch(/^2026\/1\/15 /);
});

it('nothing follows the browser’s language where the page has one', () => {
  const web = new URL('../../../web/', import.meta.url);
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  expect(files.length).toBeGreaterThan(100);
  const follow = files.filter((file) =>
    /\.toLocale\w*String\(\)/.test(readFileSync(new URL(file, web), 'utf8')),
  );
  expect(follow).toEqual([]);
});
