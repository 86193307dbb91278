import { deflateSync, Inflate } from 'fflate';

/** The limit of the engine for a scenario; a link that inflates beyond it is an attack. */
export const MAX_TEXT_BYTES = 1 << 20;
const SLICE_BYTES = 1024;

/** A text deflated, in the URL's own base64. */
export function packText(text: string): string {
  const bytes = deflateSync(new TextEncoder().encode(text), { level: 9 });
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

/** Reads what `packText` writes; it never throws. */
export function unpackText(packed: string): string | { problem: 'unreadable' | 'too-large' } {
  try {
    const binary = atob(packed.replaceAll('-', '+').replaceAll('_', '/'));
    return inflate(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
  } catch {
    return { problem: 'unreadable' };
  }
}

function inflate(bytes: Uint8Array): string | { problem: 'unreadable' | 'too-large' } {
  const parts: Uint8Array[] = [];
  let size = 0;
  let ended = false;
  const stream = new Inflate((part, last) => {
    parts.push(part);
    size += part.byteLength;
    ended ||= last;
  });
  // The text is inflated in slices, so that a bomb is noticed before it has filled the memory.
  for (let at = 0; at < bytes.byteLength && size <= MAX_TEXT_BYTES; at += SLICE_BYTES) {
    const end = at + SLICE_BYTES;
    stream.push(bytes.subarray(at, end), end >= bytes.byteLength);
  }
  if (size > MAX_TEXT_BYTES) return { problem: 'too-large' };
  if (!ended) return { problem: 'unreadable' };
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.byteLength;
  }
  return new TextDecoder().decode(whole);
}
