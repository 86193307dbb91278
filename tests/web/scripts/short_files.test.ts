import { expect, it } from 'vitest';
import { shortFiles } from '../../../web/scripts/numbers/short_files.mjs';

const file = (path: string, text: string, lines = 3) => ({
  path,
  lines: [text, ...Array.from({ length: lines }, () => '')],
});
const shorts = (...users: readonly (readonly [path: string, text: string])[]) =>
  shortFiles([file('web/a/one.ts', ''), ...users.map(([path, text]) => file(path, text, 40))], []);

it('finds a short file that one other file alone uses', () => {
  expect(shorts(['web/a/b.tsx', "import { one } from './one';"])).toEqual(['web/a/one.ts']);
  expect(shorts(['web/b/b.tsx', "export * from '../a/one';"])).toEqual(['web/a/one.ts']);
});

it('leaves alone what two use, what nobody imports and what is loaded later', () => {
  const two = ['web/a/b.tsx', 'web/a/c.tsx'].map((path) => [path, "import './one';"] as const);
  expect(shorts(...two)).toEqual([]);
  expect(shorts(['web/a/b.tsx', "import { two } from './two';"])).toEqual([]);
  expect(shorts(['web/a/b.tsx', "const later = () => import('./one');"])).toEqual([]);
  const long = [file('web/a/one.ts', '', 16), file('web/a/b.ts', "import './one';", 40)];
  expect(shortFiles(long, [])).toEqual([]);
});
