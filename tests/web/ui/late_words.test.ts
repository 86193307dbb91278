import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// Tests that each view brings along the strings that load with it.

const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
);
const says = (text: string, part: string) =>
  [...text.matchAll(new RegExp(`['\`]${part}\\.([a-zA-Z]+)`, 'g'))].some(
    ([, key]) => part !== 'lab' || key !== 'units',
  );

it.each(['compare', 'lab', 'race'])('does nobody outside of %s use its words unasked?', (part) => {
  const others = files.filter(
    (name) => !name.startsWith(`${part}/`) && !name.startsWith('ui/i18n/'),
  );
  const unasked = others.filter((name) => {
    const text = readFileSync(`web/${name}`, 'utf8');
    return says(text, part) && !text.includes(`i18n/words/${part}_words'`);
  });
  // Called by the laboratory only, with its own translator.
  expect(unasked.filter((name) => name !== 'ui/format/amount.ts')).toEqual([]);
  expect(readFileSync(`web/${part}/${part}_view.tsx`, 'utf8')).toContain(
    `i18n/words/${part}_words'`,
  );
});

// Words that come late are waited for by lazyPart alone: a component that waits while it is drawn,
// in a page whose language is about to change, ends in an error of React's.
it('does nobody fetch a part of the page without its words, or wait while it is drawn?', () => {
  const from = files.filter((name) =>
    /import \{[^}]*\b(lazy|use)\b[^}]*\} from 'react'/.test(readFileSync(`web/${name}`, 'utf8')),
  );
  expect(from).toEqual(['ui/i18n/lazy_part.ts']);
});
