import { type BytePlace, readText } from '../../model/scenario/utf8';

/** The longest text that is read into memory, in bytes. */
export const MAX_READ_BYTES = 64_000_000;

/** The reason why a file is not read as a text. */
export type TextFileProblem =
  | { readonly kind: 'too-large'; readonly bytes: number }
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'not-text'; readonly at: BytePlace };

/** The text of a file, which gzip may have compressed. It is sent nowhere. */
export async function readTextFile(
  file: Blob,
): Promise<{ readonly text: string } | { readonly problem: TextFileProblem }> {
  try {
    const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
    if (first === 0x1f && second === 0x8b) {
      return await textOf(file.stream().pipeThrough(new DecompressionStream('gzip')));
    }
    if (file.size > MAX_READ_BYTES) return tooLarge(file.size);
    return decoded(new Uint8Array(await file.arrayBuffer()));
  } catch {
    return { problem: { kind: 'unreadable' } };
  }
}

const tooLarge = (bytes: number) => ({ problem: { kind: 'too-large', bytes } }) as const;

function decoded(bytes: Uint8Array) {
  const read = readText(bytes);
  return 'text' in read ? read : ({ problem: { kind: 'not-text', at: read.at } } as const);
}

/** A small file may hold an endless text: it is read no further than the limit. */
async function textOf(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.byteLength;
    if (bytes > MAX_READ_BYTES) {
      await reader.cancel();
      return tooLarge(bytes);
    }
    parts.push(next.value);
  }
  return decoded(new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer()));
}
