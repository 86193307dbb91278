// The rules for a built folder's content. The size of the first page is measured in a real browser:
// tests/e2e/first_page.spec.ts.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const rules = [
  { broken: /\bnew Function\s*\(|[^\w.$]eval\s*\(/, what: 'evaluates text as code' },
  {
    broken: /(?:src|href)="(?:https?:)?\/\/|url\(["']?(?:https?:)?\/\//,
    what: 'loads from another origin',
  },
  { broken: /(?:src|href)="\/[^/]/, what: 'names a file from the root of the server' },
  { broken: /AGFzbQ/, what: 'holds WebAssembly as text: a part of the single-file build' },
];

/** One sentence for each rule that a file breaks. @param {string} dist */
export function siteViolations(dist) {
  const names = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => /\.(html|m?js|css)$/.test(name))
    .flatMap((name) => {
      const path = join(dist, name);
      const text = readFileSync(path, 'utf8');
      return rules
        .filter(({ broken }) => broken.test(text))
        .map(({ what }) => `${relative(dist, path)} ${what}`);
    });
}
