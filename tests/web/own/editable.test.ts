import { expect, it } from 'vitest';
import { fixedLines, lineOutside, lineWithoutEnd } from '../../../web/own/model/editable';

const beginning = `nvm a
on commit
  # edit here
  fence
  # edit ends
end
on recover
  # Edit here
  # edit ends
end
`;

it('lets everything change where nothing is marked', () => {
  expect(lineOutside('a\nb\n', 'c\n')).toBeUndefined();
  expect(lineOutside('a\n# edit ends\n', 'c\n')).toBeUndefined();
});

it.each([
  ['nothing', (text: string) => text],
  ['what is marked', (text: string) => text.replace('  fence', '  a = 1\n\n  write_back a')],
  ['an empty part', (text: string) => text.replace('Edit here', 'Edit here\n  fence')],
  ['a part that is emptied', (text: string) => text.replace('  fence\n', '')],
])('lets %s change', (_, change) =>
  expect(lineOutside(beginning, change(beginning))).toBeUndefined(),
);

it.each([
  ['a line before it', 1, (text: string) => text.replace('nvm a', 'nvm b')],
  [
    'a line behind it',
    6,
    (text: string) => text.replace('  # edit ends\nend', '  # edit ends\nfence\nend'),
  ],
  ['the mark', 3, (text: string) => text.replace('  # edit here\n', '')],
  ['the end of a part', 9, (text: string) => text.replace('  # edit ends\nend\non', 'on')],
  [
    'a further part',
    7,
    (text: string) => text.replace('end\non', 'end\n# edit here\n# edit ends\non'),
  ],
  ['all of it', 1, () => ''],
  ['the last line', 11, (text: string) => `${text}fence\n`],
])('tells of %s', (_, line, change) =>
  expect(lineOutside(beginning, change(beginning))).toBe(line),
);

it('says which lines stay as they are, wherever others have moved them', () => {
  const longer = beginning.replace('  fence\n', '  a = 1\n  fence\n');
  expect([...fixedLines(beginning, beginning)]).toEqual([1, 2, 3, 5, 6, 7, 8, 9, 10, 11]);
  expect([...fixedLines(beginning, longer)]).toEqual([1, 2, 3, 6, 7, 8, 9, 10, 11, 12]);
  expect(fixedLines('a\nb\n', 'c\n').size).toBe(0);
});

it('finds the part that has no end', () => {
  expect(lineWithoutEnd(beginning)).toBeUndefined();
  expect(lineWithoutEnd(`${beginning}\n# edit here`)).toBe(12);
  expect(lineWithoutEnd('# edit here\n# edit here\nx\n')).toBe(1);
});
