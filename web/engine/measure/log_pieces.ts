/**
 * The text that a workload runs: in memory, or in a file, which is read in pieces and never held as
 * a whole.
 */
export type LogInput = string | Blob;

/** The longest text of a log, in bytes: the limit of the engine (Trace::kMaxBytes). */
export const MOST_LOG_BYTES = 256_000_000;

/**
 * True if two inputs are the same. A worker gets a copy of a file at each call, so files are
 * compared by a name that the sender makes from their content.
 */
export function isSameInput(one: LogInput | undefined, other: LogInput | undefined): boolean {
  if (one === other) return true;
  if (!(one instanceof File && other instanceof File)) return false;
  return one.name === other.name && one.size === other.size;
}

/** The encodings by the first two bytes. */
const WIDE: Readonly<Record<string, string>> = { '255,254': 'utf-16le', '254,255': 'utf-16be' };

/**
 * The text of a log as UTF-8, piece by piece; the file may be compressed by gzip, or in UTF-16 with
 * a byte order mark. Bytes that are not UTF-8 stay as they are, since a log contains the texts of
 * clients.
 */
export async function* logPieces(input: LogInput): AsyncGenerator<Uint8Array> {
  if (typeof input === 'string') {
    yield new TextEncoder().encode(input);
    return;
  }
  const [first, second] = new Uint8Array(await input.slice(0, 2).arrayBuffer());
  const packed = first === 0x1f && second === 0x8b;
  const bytes: ReadableStream<Uint8Array> = input.stream();
  yield* narrowed(packed ? bytes.pipeThrough(new DecompressionStream('gzip') as Bytes) : bytes);
}

type Bytes = ReadableWritablePair<Uint8Array, Uint8Array>;

async function* narrowed(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let wide: TextDecoder | undefined;
  let start = true;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const piece = next.value;
      if (start) wide = decoderOf(piece);
      start = false;
      yield wide ? new TextEncoder().encode(wide.decode(piece, { stream: true })) : piece;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function decoderOf(piece: Uint8Array): TextDecoder | undefined {
  const name = WIDE[`${piece[0]},${piece[1]}`];
  return name === undefined ? undefined : new TextDecoder(name);
}
