import { expect, test } from 'vitest';
import { dropped } from '../../../web/classroom/page/drop';

// The browser's interface for dropped items: entries that give their files and folders by
// callbacks.

type Failed = (error: Error) => void;

const fileEntry = (name: string, error?: Error) => ({
  name,
  isFile: true,
  isDirectory: false,
  file: (found: (file: { name: string }) => void, failed: Failed) =>
    error ? failed(error) : found({ name }),
});

interface Entry {
  readonly name: string;
  readonly isFile: boolean;
}

const folderEntry = (name: string, entries: readonly Entry[], error?: Error) => ({
  name,
  isFile: false,
  isDirectory: true,
  createReader: () => {
    const waiting = [...entries];
    return {
      readEntries: (found: (some: readonly Entry[]) => void, failed: Failed) =>
        error ? failed(error) : found(waiting.splice(0, 2)),
    };
  },
});

const drop = (...entries: readonly Entry[]) => {
  const items = entries.map((entry) => ({
    webkitGetAsEntry: () => entry,
    getAsFile: () => ('file' in entry ? { name: entry.name } : null),
  }));
  return dropped({ items, files: [] } as unknown as DataTransfer);
};

test('a file or a folder that cannot be read is told, and keeps no other one out', async () => {
  const gone = new Error('gone');
  const files = ['a', 'b', 'c', 'd', 'e'].map((name) =>
    fileEntry(name, name === 'c' ? gone : undefined),
  );
  const all = await drop(
    folderEntry('class', [...files, folderEntry('shut', [], gone)]),
    fileEntry('alone'),
  );
  expect(all.map(({ name }) => name)).toEqual([
    'class/a',
    'class/b',
    'class/c',
    'class/d',
    'class/e',
    'class/shut',
    'alone',
  ]);
  const failed = all.filter((each) => 'failed' in each);
  expect(failed).toEqual([
    { name: 'class/c', failed: 'gone' },
    { name: 'class/shut', failed: 'gone' },
  ]);
});

test('folders in folders without an end are told, not searched', async () => {
  let deep = folderEntry('0', [fileEntry('a')]);
  for (let n = 1; n < 12; n++) deep = folderEntry(String(n), [deep, fileEntry('b')]);
  const all = await drop(deep);
  expect(all.filter((each) => 'file' in each)).toHaveLength(8);
  expect(all[0]).toMatchObject({ name: '11/10/9/8/7/6/5/4/3', refusal: { kind: 'too-deep' } });
});

test('in a page from a file, files are read, and of a folder it is said what to do', async () => {
  const barred = Object.assign(new Error('malformed'), { name: 'EncodingError' });
  const all = await drop(fileEntry('alone', barred), folderEntry('class', [], barred));
  expect(all).toEqual([
    { name: 'alone', file: { name: 'alone' } },
    { name: 'class', refusal: { kind: 'not-here' } },
  ]);
});
