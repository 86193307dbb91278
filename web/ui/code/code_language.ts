// A room's description of its language for the code editor; nothing here knows the editor's
// library.

/** The colour of a piece of a line. */
export type TokenKind = 'word' | 'place' | 'number' | 'sign' | 'comment' | 'text' | 'ask' | 'name';

/** A language that is described by its tokens. */
export interface CodeLanguage {
  /**
   * The patterns, tried in this order at the beginning of each piece of a line; text that none of
   * them matches is plain. Each has the sticky flag and matches at least one character.
   */
  readonly tokens: readonly (readonly [pattern: RegExp, kind: TokenKind])[];
  /** The beginning of a comment up to the end of the line. */
  readonly comment: string;
  /**
   * Returns the number of spaces that a line is indented, from the lines before it; called where a
   * line begins, and again after a text that `indentAgain` matches was typed.
   */
  readonly indent?: (before: readonly string[], line: string) => number;
  readonly indentAgain?: RegExp;
}

/** A completion at a place. */
export interface Completion {
  readonly label: string;
  /** Its meaning, in a few words. */
  readonly detail?: string;
  /** The text that is inserted, where it differs from the label. */
  readonly apply?: string;
}

/** The completions that may replace the text from `from` to the cursor. */
export interface Offer {
  readonly from: number;
  readonly options: readonly Completion[];
  /** The pattern that the text from `from` matches as long as the same options apply. */
  readonly stays?: RegExp;
}

/** Returns the completions at the cursor; `asked`: they were requested by a key, not by typing. */
export type Complete = (text: string, at: number, asked: boolean) => Offer | undefined;

/** A problem at a place of the text. Lines and columns count from 1, in characters. */
export interface Complaint {
  readonly line: number;
  readonly column: number;
  /** The column after the last character that is meant; without it a word is. */
  readonly endColumn?: number;
  readonly message: string;
}

/** The offset in a text of a line and a column; the nearest one where they are outside. */
export function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split('\n');
  const row = Math.min(Math.max(line, 1), lines.length);
  const before = lines.slice(0, row - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return before + Math.min(Math.max(column - 1, 0), lines[row - 1]?.length ?? 0);
}

/** The part of the text that a complaint is about: never empty unless the text is. */
export function spanOf(text: string, { line, column, endColumn }: Complaint) {
  const from = offsetOf(text, line, column);
  const word = /^(?:[\p{L}\p{N}_]+|[=!<>&|+*/-]+|\S)/u.exec(text.slice(from))?.[0].length ?? 0;
  const to = endColumn === undefined ? from + word : offsetOf(text, line, endColumn);
  if (to > from) return { from, to };
  return from > 0 && text[from - 1] !== '\n' ? { from: from - 1, to: from } : { from, to: from };
}

/** A complaint about a part of the text; of several lines the first is meant. */
export function complaintAt(text: string, from: number, to: number, message: string): Complaint {
  const before = text.slice(0, from);
  const start = before.lastIndexOf('\n') + 1;
  const end = text.indexOf('\n', from);
  const last = Math.min(to, end < 0 ? text.length : end);
  return {
    line: before.split('\n').length,
    column: from - start + 1,
    ...(last > from ? { endColumn: last - start + 1 } : {}),
    message,
  };
}
