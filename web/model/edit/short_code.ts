/** The digits of codes: no letter that is easily taken for another. */
export const CODE_DIGITS = '0123456789abcdefghjkmnpqrstvwxyz';

/** The number that digits write, from 0; undefined where a letter is no digit. */
export function numberOf(digits: string): number | undefined {
  let sum = 0;
  for (const digit of digits) {
    const value = CODE_DIGITS.indexOf(digit);
    if (value < 0) return undefined;
    sum = sum * CODE_DIGITS.length + value;
  }
  return digits === '' ? undefined : sum;
}

/** A number in so many digits; higher digits are cut off. */
export function digitsOf(number: number, length: number): string {
  let rest = Math.floor(number);
  let digits = '';
  for (let place = 0; place < length; place++) {
    digits = (CODE_DIGITS[rest % CODE_DIGITS.length] ?? '0') + digits;
    rest = Math.floor(rest / CODE_DIGITS.length);
  }
  return digits;
}

/** A short hash of a text, in so many digits (at most six). */
export function shortHash(text: string, length: number): string {
  let hash = 0x811c9dc5;
  for (const byte of new TextEncoder().encode(text)) {
    hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  // The lower bits alone would depend on the last letters.
  return digitsOf((hash ^ (hash >>> 15)) >>> 0, length);
}
