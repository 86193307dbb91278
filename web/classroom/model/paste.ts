import { tidied } from './base32';
import { type CodeReader, LONGEST_CODE, SHORT_CODE } from './code';

/** A line of the pasted text: a code, and the words beside it. */
export interface PastedLine {
  /** The number of the line, from 1. */
  readonly line: number;
  /** The code as it was typed; '' where the line has none. */
  readonly code: string;
  readonly who: string;
}

/** The most lines that are read at once. */
export const MOST_LINES = 20_000;

const LONGEST_NAME = 200;

const between = /[\s,;|]+/;

const mayBe = (text: string) => {
  const { length } = tidied(text);
  return length >= SHORT_CODE && length <= LONGEST_CODE;
};

interface Piece {
  readonly code: string;
  readonly from: number;
  readonly to: number;
}

/** One word of the line, or two that belong together but for a space. */
function pieces(words: readonly string[]): readonly Piece[] {
  const one = words.map((code, from) => ({ code, from, to: from + 1 }));
  const two = words
    .slice(1)
    .map((next, from) => ({ code: (words[from] ?? '') + next, from, to: from + 2 }));
  return [...one, ...two].filter(({ code }) => mayBe(code));
}

/** The likeness of a piece to a code; greatest if it can be read and belongs to a lecture here. */
function likeness({ code }: Piece, readCode: CodeReader): number {
  const read = readCode(code);
  if (read.kind === 'read') return read.lectures.some(({ lecture }) => lecture) ? 4 : 3;
  // A mistyped code has digits among its letters; a name has none.
  return /\d/.test(code) && /^[0-9A-Za-z-]+$/.test(code) ? 2 : 0;
}

/** The lines of the pasted text with their numbers, without empty ones. */
export const linesOf = (text: string): readonly { line: number; content: string }[] =>
  text
    .split(/\r\n?|\n/)
    .slice(0, MOST_LINES)
    .map((content, index) => ({ line: index + 1, content: content.trim() }))
    .filter(({ content }) => content !== '');

/**
 * Finds the code in a line: with a name before or behind it, as in the columns of a table or a
 * list.
 */
export function pastedLine(line: number, content: string, readCode: CodeReader): PastedLine {
  const words = content.split(between).filter(Boolean);
  let best: Piece | undefined;
  let most = 0;
  for (const piece of pieces(words)) {
    const likely = likeness(piece, readCode);
    if (likely > most) [best, most] = [piece, likely];
  }
  if (!best) return { line, code: '', who: content.slice(0, LONGEST_NAME) };
  const { from, to, code } = best;
  const beside = words.filter((_word, place) => place < from || place >= to);
  const who = beside.join(' ').replace(/^["']+|["']+$/g, '');
  return { line, code, who: who.slice(0, LONGEST_NAME) };
}

/** Finds the codes in all lines. */
export const pastedLines = (text: string, readCode: CodeReader): readonly PastedLine[] =>
  linesOf(text).map(({ line, content }) => pastedLine(line, content, readCode));
