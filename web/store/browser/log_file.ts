import { type LogInput, logPieces, MOST_LOG_BYTES } from '../../engine/measure/log_pieces';
import { hashedOn, hashName, NO_HASH } from './text_hash';

/** Why a file is not taken as a log. */
export type LogFileProblem =
  | { readonly kind: 'too-large'; readonly bytes: number }
  | { readonly kind: 'unreadable' };

/** A log, and what links name it by. */
export interface TakenLog {
  readonly text: LogInput;
  readonly hash: string;
}

/**
 * Takes a log as it is now: whatever is later written over its file, the copy is what was dropped.
 * It is never in memory whole, also where gzip made it smaller, and goes nowhere.
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
    // A worker is given copies of the file: by this name it knows that it has read it.
    return { text: new File([copy], name), hash: name };
  } catch {
    return { problem: { kind: 'unreadable' } };
  }
}

const tooLarge = (bytes: number) => ({ problem: { kind: 'too-large', bytes } }) as const;

const NEW_LINE = 0x0a;
/** Nobody reads further. */
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
