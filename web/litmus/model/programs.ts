import type { Text } from '../../engine/protocol';

/** A program of the library. */
export interface LitmusProgram {
  readonly id: string;
  readonly title: Text;
  readonly about: Text;
  readonly text: string;
}

/** A program with a promise to keep by the fewest write-backs and fences. */
export interface LitmusPuzzle extends LitmusProgram {
  /** Write-backs and fences that are enough; the tests show that fewer are not. */
  readonly best: number;
  /** Statements that may not be used, by their words. */
  readonly without?: readonly string[];
  /** One text that keeps the promise at that cost. */
  readonly solution: string;
  /** Why it is enough. */
  readonly why: Text;
}

/** A program that others have published; its last line says the outcome that they give. */
export interface PublishedLitmus extends LitmusProgram {
  readonly source: Text;
  /** The source has the rule alone: program and outcome are reasoned from it. */
  readonly derived: boolean;
  /** Why it has another outcome here. */
  readonly differs?: Text;
  /** The platform that it is about, where its caches are not lost. */
  readonly model?: 'eadr';
}

const COST = /^(?:clwb|clflush|clflushopt|fence|sfence|mfence)\b/;

/** The statements of a text in their order, without comments. */
export const statementsOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .flatMap((line) => line.replace(/#.*/, '').split(';'))
    .map((statement) => statement.trim().replaceAll(/\s+/g, ' '))
    .filter((statement) => statement !== '');

const compact = (statement: string): string => statement.replaceAll(/\s*([=!+&|]+)\s*/g, '$1');

/** What a puzzle leaves to nobody: everything but write-backs and fences. */
const given = (text: string): string =>
  statementsOf(text)
    .filter((statement) => !COST.test(statement))
    .map(compact)
    .join('\n');

/** Whether a text differs from the puzzle's in write-backs and fences alone. */
export const keepsGiven = (puzzle: LitmusPuzzle, text: string): boolean =>
  given(puzzle.text) === given(text);

/** The first statement of a kind that the puzzle forbids. */
export const forbiddenIn = ({ without = [] }: LitmusPuzzle, text: string): string | undefined =>
  statementsOf(text).find((statement) => without.includes(statement.split(' ')[0] ?? ''));

/** How a puzzle stands. */
export type PuzzleState =
  | { readonly kind: 'changed' }
  | { readonly kind: 'forbidden'; readonly statement: string }
  | { readonly kind: 'broken' }
  | { readonly kind: 'dear'; readonly cost: number }
  | { readonly kind: 'solved'; readonly cost: number };

interface Found {
  readonly fences: number;
  readonly writeBacks: number;
  readonly whole: boolean;
  readonly answer?: { readonly satisfied: boolean };
}

/** The grade of a text by what the engine found of it: the promise first, then the cost. */
export function gradePuzzle(puzzle: LitmusPuzzle, text: string, found: Found): PuzzleState {
  if (!keepsGiven(puzzle, text)) return { kind: 'changed' };
  const statement = forbiddenIn(puzzle, text);
  if (statement !== undefined) return { kind: 'forbidden', statement };
  if (!found.whole || !found.answer?.satisfied) return { kind: 'broken' };
  const cost = found.fences + found.writeBacks;
  return { kind: cost > puzzle.best ? 'dear' : 'solved', cost };
}
