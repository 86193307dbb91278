// What a room says of its language to the code editor; nothing here knows the editor's library.

/** How a piece of a line is coloured. */
export type TokenKind = 'word' | 'place' | 'number' | 'sign' | 'comment' | 'text' | 'ask' | 'name';

/** A language that is told by its tokens. */
export interface CodeLanguage {
  /**
   * Patterns tried in this order wherever a piece of a line begins; what none of them takes is
   * plain. Each has the sticky flag and matches at least one character.
   */
  readonly tokens: readonly (readonly [pattern: RegExp, kind: TokenKind])[];
  /** What begins a comment to the end of the line. */
  readonly comment: string;
  /**
   * How many spaces a line is indented, by the lines before it; asked where a line begins, and
   * again after a text that `indentAgain` matches was typed.
   */
  readonly indent?: (before: readonly string[], line: string) => number;
  readonly indentAgain?: RegExp;
}

/** Something that may be written at a place. */
export interface Completion {
  readonly label: string;
  /** What it does, in a few words. */
  readonly detail?: string;
  /** What is written, where that is not the label. */
  readonly apply?: string;
}

/** What may be written in place of the text from `from` to the cursor. */
export interface Offer {
  readonly from: number;
  readonly options: readonly Completion[];
  /** As long as the text from `from` matches, the same options are meant. */
  readonly stays?: RegExp;
}

/** What may be written where the cursor is; `asked`: somebody asked by a key, not by typing on. */
export type Complete = (text: string, at: number, asked: boolean) => Offer | undefined;

/** What is wrong at a place of the text. Lines and columns count from 1, in characters. */
export interface Complaint {
  readonly line: number;
  readonly column: number;
  /** After the last character that is meant; without it a word is. */
  readonly endColumn?: number;
  readonly message: string;
}

/** Where a line and a column are in a text; what is outside is the nearest place inside. */
export function offsetOf(text: string, line: number, column: number): number {
  const lines = text.split('\n');
  const row = Math.min(Math.max(line, 1), lines.length);
  const before = lines.slice(0, row - 1).reduce((sum, each) => sum + each.length + 1, 0);
  return before + Math.min(Math.max(column - 1, 0), lines[row - 1]?.length ?? 0);
}

/** The stretch of the text that a complaint is about: never empty where the text is not. */
export function spanOf(text: string, { line, column, endColumn }: Complaint) {
  const from = offsetOf(text, line, column);
  const word = /^(?:[\p{L}\p{N}_]+|[=!<>&|+*/-]+|\S)/u.exec(text.slice(from))?.[0].length ?? 0;
  const to = endColumn === undefined ? from + word : offsetOf(text, line, endColumn);
  if (to > from) return { from, to };
  return from > 0 && text[from - 1] !== '\n' ? { from: from - 1, to: from } : { from, to: from };
}

/** A complaint about a stretch of the text; of several lines the first is meant. */
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
