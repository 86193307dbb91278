import { crc32 as zlibCrc } from 'node:zlib';
import { expect, test } from 'vitest';
import { filmLength, filmPositions } from '../../../web/present/files/film_places';
import { linesOf } from '../../../web/present/files/stage_file';
import { crc32, withPngText } from '../../../web/present/media/png_text';
import { webmTag } from '../../../web/present/media/webm';
import { covers } from '../../../web/ui/picture/embed_fonts';

test('is a text chunk put behind the header, with the right checksum?', () => {
  const bytes = new TextEncoder().encode('tEXtSome text');
  // The checksum of "IEND", which every PNG ends with.
  expect(crc32(new TextEncoder().encode('IEND'))).toBe(0xae426082);
  if (typeof zlibCrc === 'function') expect(crc32(bytes)).toBe(zlibCrc(bytes));
  const png = Uint8Array.from({ length: 60 }, (_, n) => n);
  const more = withPngText(png, 'Description', 'a#b');
  expect([...more.subarray(0, 33)]).toEqual([...png.subarray(0, 33)]);
  const view = new DataView(more.buffer);
  expect(view.getUint32(33)).toBe('Description\0a#b'.length);
  expect([...more.subarray(33 + 12 + 15)]).toEqual([...png.subarray(33)]);
});

test('is a tag of WebM nested as the format wants it?', () => {
  const tag = webmTag('http://x/#v=1');
  expect([...tag.subarray(0, 4)]).toEqual([0x12, 0x54, 0xc3, 0x67]);
  const size = new DataView(tag.buffer).getBigUint64(4) & ((1n << 56n) - 1n);
  expect(Number(size)).toBe(tag.length - 12);
});

test('are long lines broken at spaces, and long words anywhere?', () => {
  expect(linesOf('one two three', 8)).toEqual(['one two', 'three']);
  expect(linesOf('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij']);
  expect(linesOf('')).toEqual([]);
});

test('does a range of characters say which it covers?', () => {
  expect(covers('U+0000-00FF,U+0131', [0x41])).toBe(true);
  expect(covers('U+0100-02BA', [0x41])).toBe(false);
  expect(covers('U+4??', [0x4ff])).toBe(true);
});

test('does a film have both ends and every step between?', () => {
  expect(filmLength(0)).toBe(0);
  expect(filmLength(3)).toBe(2 * 900 + 2500);
  const marks = [2, 5, 9].map((position, index) => ({ position, index, mark: {} as never }));
  const trace = { length: 12, phases: [{ start: 0, end: 12 }], events: { kind: [] } } as never;
  expect(filmPositions({ trace, marks }, 1, 7, 'mark')).toEqual([1, 2, 5, 7]);
  expect(filmPositions({ trace, marks }, 4, 4, 'mark')).toEqual([4]);
});
