// Bits as characters that can be read out and typed: no I, L, O or U (Crockford's alphabet), in any
// case.
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const BITS = 5;

/** A list of bits, written one number after the other. */
export class BitWriter {
  readonly #bits: number[] = [];

  get length(): number {
    return this.#bits.length;
  }

  /** Appends the lowest `count` bits of a number, at most 32. */
  put(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit--) this.#bits.push((value >>> bit) & 1);
  }

  /** All bits, with zeros up to the next character. */
  padded(): readonly number[] {
    const missing = (BITS - (this.#bits.length % BITS)) % BITS;
    return [...this.#bits, ...Array<number>(missing).fill(0)];
  }
}

/** Reads what BitWriter wrote. */
export class BitReader {
  readonly #bits: readonly number[];
  #at = 0;

  constructor(bits: readonly number[]) {
    this.#bits = bits;
  }

  get left(): number {
    return this.#bits.length - this.#at;
  }

  /** The next number; zeros follow the last bit. */
  take(count: number): number {
    let value = 0;
    for (let n = 0; n < count; n++) value = value * 2 + (this.#bits[this.#at++] ?? 0);
    return value;
  }
}

/** Bits as characters; their number must be a multiple of five. */
export function toCharacters(bits: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bits.length; at += BITS) {
    text += ALPHABET[new BitReader(bits.slice(at, at + BITS)).take(BITS)];
  }
  return text;
}

/**
 * A text as it was typed, without separators, and with the usual misreadings of letters put right.
 */
export const tidied = (typed: string): string =>
  typed
    .toUpperCase()
    .replace(/[\s\-‐-―_.]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1');

/** The bits of a tidied text, or the place of the first character that occurs in no code. */
export function toBits(text: string): { bits: readonly number[] } | { strange: number } {
  const bits: number[] = [];
  for (let place = 0; place < text.length; place++) {
    const value = ALPHABET.indexOf(text[place] ?? '');
    if (value < 0) return { strange: place };
    for (let bit = BITS - 1; bit >= 0; bit--) bits.push((value >>> bit) & 1);
  }
  return { bits };
}

/**
 * A cyclic check over bits. It finds every error burst that is no longer than the check is wide:
 * ten bits find any wrong character, and any two neighbours that changed places.
 */
export function cyclicCheck(bits: readonly number[], width: number, polynomial: number): number {
  const top = 2 ** (width - 1);
  const mask = 2 ** width - 1;
  // The check starts from ones, for a code of nothing but zeros must not be valid.
  let rest = mask;
  for (const bit of bits) {
    const out = ((rest & top) === 0 ? 0 : 1) ^ bit;
    rest = ((rest << 1) & mask) ^ (out ? polynomial : 0);
  }
  return rest;
}
