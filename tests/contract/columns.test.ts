import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesIn, root } from './wording';

// The formatter keeps code within its columns and leaves comments alone.

const MOST = 100;

/** A directive of the linter is one line, and a table keeps its columns. */
const stays = (line: string) => line.includes('biome-ignore') || /\S {2,}\S/.test(line.trim());

/** Comments that are too wide, by their lines. */
const wideIn = (text: string): number[] =>
  text
    .split('\n')
    .flatMap((line, n) =>
      line.length > MOST && /^\s*(\/\/|\/?\*)/.test(line) && !stays(line) ? [n + 1] : [],
    );

it('is no comment wider than a hundred columns?', () => {
  const files = ['web', 'tests'].flatMap((folder) =>
    ['.ts', '.tsx', '.mjs'].flatMap((ending) => filesIn(folder, ending)),
  );
  expect(files.length).toBeGreaterThan(1000);
  const wide = files.flatMap((file) =>
    wideIn(readFileSync(`${root}${file}`, 'utf8')).map((line) => `${file}:${line}`),
  );
  expect(wide).toEqual([]);
  expect(wideIn(`x\n// ${'word '.repeat(25)}`)).toEqual([2]);
});
