/**
 * The place of a byte that is part of no character: its number in the file and its line, both from
 * 1.
 */
export interface BytePlace {
  readonly byte: number;
  readonly line: number;
}

/**
 * The text of a file: UTF-8, or UTF-16 with a byte order mark, as some editors and shells write it.
 */
export function readText(bytes: Uint8Array): ReturnType<typeof readUtf8> {
  const wide = WIDE[`${bytes[0]},${bytes[1]}`];
  return wide ? { text: new TextDecoder(wide).decode(bytes) } : readUtf8(bytes);
}

/** The encodings by the first two bytes. */
const WIDE: Readonly<Record<string, string>> = { '255,254': 'utf-16le', '254,255': 'utf-16be' };

/**
 * The text of these bytes, or the place of the first one that is not UTF-8. A byte order mark
 * stays.
 */
export function readUtf8(
  bytes: Uint8Array,
): { readonly text: string } | { readonly at: BytePlace } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { at: firstBadByte(bytes) };
  }
}

function firstBadByte(bytes: Uint8Array): BytePlace {
  let line = 1;
  let at = 0;
  for (let size = 1; at < bytes.length && size > 0; at += size) {
    size = characterSize(bytes, at);
    if (size === 0) break;
    if (bytes[at] === 0x0a) line++;
  }
  return { byte: at + 1, line };
}

/** The number of bytes of the character that begins here; 0 where none does. */
function characterSize(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x80) return 1;
  const size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
  const [least, most] = SECOND[lead] ?? [0x80, 0xbf];
  if (lead < 0xc2 || lead > 0xf4) return 0;
  for (let n = 1; n < size; n++) {
    const byte = bytes[at + n] ?? 0;
    if (byte < (n === 1 ? least : 0x80) || byte > (n === 1 ? most : 0xbf)) return 0;
  }
  return size;
}

/** The allowed second bytes after these first ones, which do not allow all. */
const SECOND: Readonly<Record<number, readonly [number, number]>> = {
  224: [0xa0, 0xbf],
  237: [0x80, 0x9f],
  240: [0x90, 0xbf],
  244: [0x80, 0x8f],
};
