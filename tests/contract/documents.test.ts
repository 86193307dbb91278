import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

/**
 * Checks that what the documents name exists: files, folders, headings that links lead to, the
 * number of lectures.
 */

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs').flatMap((name) => (name.endsWith('.md') ? [join('docs', name)] : [])),
];
/** Folders that only a build makes. */
const MADE = ['build', 'dist', 'dist-single', 'node_modules'];
const ROOMS = readdirSync('.', { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !MADE.includes(entry.name))
  .map(({ name }) => name);

/**
 * The texts between backticks that begin with a folder of the project; patterns name no single
 * file.
 */
const pathsIn = (text: string) =>
  [...text.matchAll(/`([\w.-]+\/[^`\s]*)`/g)]
    .flatMap(([, path = '']) => (ROOMS.includes(path.split('/')[0] ?? '') ? [path] : []))
    .filter((path) => !/[*<>{}]/.test(path));

/** Links to files of the project, with their headings. */
const linksIn = (text: string) =>
  [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g)].map(
    ([, path = '', heading]) => ({ path, heading }),
  );

/** The anchors of a document's headings, as a host of Markdown makes them. */
const anchorsOf = (text: string) =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

const ONES = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const TENS: Readonly<Record<string, number>> = { fifty: 50, sixty: 60, seventy: 70, eighty: 80 };
function numberOf(words: string): number {
  const [tens = '', ones = ''] = words.split('-');
  return (TENS[tens] ?? Number.NaN) + ONES.indexOf(ones);
}

describe.each(DOCUMENTS)('%s', (document) => {
  const text = readFileSync(document, 'utf8');

  it('names only files and folders that are there', () => {
    expect(pathsIn(text).filter((path) => !existsSync(path))).toEqual([]);
  });

  it('links only to what is there', () => {
    const broken = linksIn(text).filter(({ path, heading }) => {
      const target = path === '' ? document : join(dirname(document), path);
      if (!existsSync(target)) return true;
      return heading !== undefined && !anchorsOf(readFileSync(target, 'utf8')).includes(heading);
    });
    expect(broken).toEqual([]);
  });
});

it('finds paths and links at all', () => {
  const texts = DOCUMENTS.map((document) => readFileSync(document, 'utf8'));
  expect(texts.flatMap(pathsIn).length).toBeGreaterThan(100);
  expect(texts.flatMap(linksIn).length).toBeGreaterThan(30);
});

it('README states how many lectures there are', () => {
  const [, words = ''] = /with ([a-z-]+) lectures/.exec(readFileSync('README.md', 'utf8')) ?? [];
  const course: { chapters: { lectures: string[] }[] } = JSON.parse(
    readFileSync('scenarios/course.json', 'utf8'),
  );
  expect(numberOf(words)).toBe(course.chapters.flatMap(({ lectures }) => lectures).length);
});
