import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readUtf8 } from '../../../../web/model/scenario/utf8';

const bytes = (text: string) => Array.from(new TextEncoder().encode(text));

it('reads what is UTF-8 as it is, a byte order mark with it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(readUtf8(new TextEncoder().encode(text))).toEqual({ text: text.toWellFormed() });
    }),
  );
  expect(readUtf8(Uint8Array.from([0xef, 0xbb, 0xbf, 0x41]))).toEqual({ text: '\uFEFFA' });
});

it.each([
  ['a letter of Latin-1', [...bytes('{\n"Tw'), 0xf3, ...bytes(' transfers"}')], 6, 2],
  ['half a character at the end', [...bytes('a'), 0xe4, 0xb8], 2, 1],
  ['a byte that only goes on', [0x80], 1, 1],
  ['a letter that is written too long', [0x41, 0xc0, 0x80], 2, 1],
  ['half of a surrogate pair', [...bytes('\n\n'), 0xed, 0xa0, 0x80], 3, 3],
  ['more than there are characters', [0xf4, 0x90, 0x80, 0x80], 1, 1],
])('says where %s is', (_what, given, byte, line) => {
  expect(readUtf8(Uint8Array.from(given))).toEqual({ at: { byte, line } });
});

it('finds the byte at which a decoder first complains', () => {
  const decodes = (given: Uint8Array) => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(given);
      return true;
    } catch {
      return false;
    }
  };
  const near = fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(0xe0, 0xed, 0xf0, 0xf4));
  fc.assert(
    fc.property(fc.array(near, { maxLength: 8 }), (given) => {
      const whole = Uint8Array.from(given);
      const read = readUtf8(whole);
      if ('text' in read) return;
      // Everything before it decodes; with it, nothing decodes, whatever follows.
      expect(decodes(whole.subarray(0, read.at.byte - 1))).toBe(true);
      expect(decodes(whole)).toBe(false);
    }),
    { numRuns: 2000 },
  );
});
