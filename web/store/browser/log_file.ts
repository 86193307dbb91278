import { type LogInput, logPieces, MOST_LOG_BYTES } from '../../engine/measure/log_pieces';
import { hashedOn, hashName, NO_HASH } from './text_hash';

/** The reason why a file is not taken as a log. */
export type LogFileProblem =
  | { readonly kind: 'too-large'; readonly bytes: number }
  | { readonly kind: 'unreadable' };

/** A log, and its name in links. */
export interface TakenLog {
  readonly text: LogInput;
  readonly hash: string;
}

/**
 * Takes a log as it is now: if its file is later overwritten, the copy keeps the dropped content.
 * The log is never completely in memory, even where gzip compressed it, and is sent nowhere.
 */
export async function takeLogFile(
  file: Blob,
): Promise<TakenLog | { readonly problem: LogFileProblem }> {
  try {
    if (file.size > MOST_LOG_BYTES) return tooLarge(file.size);
    const copy = await new Response(file.stream()).blob();
    const decoder = new TextDecoder();
    let bytes = 0;
    let hash = NO_HASH;
    for await (const piece of logPieces(copy)) {
      bytes += piece.byteLength;
      if (bytes > MOST_LOG_BYTES) return tooLarge(bytes);
      hash = hashedOn(hash, decoder.decode(piece, { stream: true }));
    }
    const name = hashName(hashedOn(hash, decoder.decode()));
    // A worker receives copies of the file, and recognizes by this name one that it has read.
    return { text: new File([copy], name), hash: name };
  } catch {
    return { problem: { kind: 'unreadable' } };
  }
}

const tooLarge = (bytes: number) => ({ problem: { kind: 'too-large', bytes } }) as const;

const NEW_LINE = 0x0a;
/** The rest is not read. */
const LONGEST_LINE = 1 << 20;

/** One line of a log, from 1, without the rest of it. */
export async function lineOfLog(text: LogInput, line: number): Promise<string> {
  const decoder = new TextDecoder();
  let at = 1;
  let found = '';
  for await (const piece of logPieces(text)) {
    let from = 0;
    for (; at < line && from < piece.length; at++) {
      const end = piece.indexOf(NEW_LINE, from);
      if (end < 0) break;
      from = end + 1;
    }
    if (at < line) continue;
    const end = piece.indexOf(NEW_LINE, from);
    found += decoder.decode(piece.subarray(from, end < 0 ? undefined : end), { stream: true });
    if (end >= 0 || found.length > LONGEST_LINE) break;
  }
  return found.trimEnd();
}
