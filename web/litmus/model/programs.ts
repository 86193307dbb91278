import type { Text } from '../../engine/protocol';

/** A program of the library. */
export interface LitmusProgram {
  readonly id: string;
  readonly title: Text;
  readonly about: Text;
  readonly text: string;
}

/** A puzzle: a program that must keep a promise with the fewest write-backs and fences. */
export interface LitmusPuzzle extends LitmusProgram {
  /** The numbers of write-backs and fences that suffice; the tests show that fewer do not. */
  readonly best: number;
  /** The statements that are not allowed, by their words. */
  readonly without?: readonly string[];
  /** One text that keeps the promise at that cost. */
  readonly solution: string;
  /** The reason why it suffices. */
  readonly why: Text;
}

/** A program that others have published; its last line states the outcome that they give. */
export interface PublishedLitmus extends LitmusProgram {
  readonly source: Text;
  /** True where the source has the rule alone: program and outcome are derived from it. */
  readonly derived: boolean;
  /** The reason why its outcome differs here. */
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

/** The part of a puzzle that must not be changed: everything but write-backs and fences. */
const given = (text: string): string =>
  statementsOf(text)
    .filter((statement) => !COST.test(statement))
    .map(compact)
    .join('\n');

/** True if a text differs from the puzzle's in write-backs and fences alone. */
export const keepsGiven = (puzzle: LitmusPuzzle, text: string): boolean =>
  given(puzzle.text) === given(text);

/** The first statement of a kind that the puzzle forbids. */
export const forbiddenIn = ({ without = [] }: LitmusPuzzle, text: string): string | undefined =>
  statementsOf(text).find((statement) => without.includes(statement.split(' ')[0] ?? ''));

/** The state of a puzzle. */
export type PuzzleState =
  | { readonly kind: 'changed' }
  | { readonly kind: 'forbidden'; readonly statement: string }
  | { readonly kind: 'broken' }
  | { readonly kind: 'dear' | 'solved'; readonly cost: number; readonly lines: number };

interface Found {
  readonly words: readonly { readonly name: string; readonly cacheLine: number }[];
  readonly fences: number;
  readonly writeBacks: number;
  readonly whole: boolean;
  readonly answer?: { readonly satisfied: boolean };
}

const LOCKED = /^(?:(?:fence|sfence|mfence)$|\w+ \+=)/;

/** The statements of each thread of a text, without its lines, its question and its `if`s. */
const threadsOf = (text: string): readonly (readonly string[])[] =>
  statementsOf(text).reduce<string[][]>((threads, statement) => {
    if (statement === 'thread') threads.push([]);
    else threads.at(-1)?.push(statement);
    return threads;
  }, []);

/**
 * The most lines that a text's write-backs and non-temporal stores write to the device. A
 * write-back writes nothing where no store has reached the line since the one before.
 */
export function linesWritten(text: string, words: Found['words']): number {
  const lineOf = (word = '') => words.find(({ name }) => name === word)?.cacheLine;
  const storedBy = (statement: string) => lineOf(/^(?:nt )?(\w+) \+?= ?\w/.exec(statement)?.[1]);
  const threads = threadsOf(text);
  const written = threads.map((statements) => {
    const others = threads.filter((each) => each !== statements).flat();
    const shared = new Set(others.map(storedBy));
    const dirty = new Set<number | undefined>();
    const streamed = new Set<number | undefined>();
    let count = 0;
    for (const statement of statements) {
      const flushed = lineOf(/^cl\w+ (\w+)$/.exec(statement)?.[1]);
      const stored = storedBy(statement);
      if (flushed !== undefined && (dirty.delete(flushed) || shared.has(flushed))) count++;
      if (LOCKED.test(statement)) {
        count += streamed.size;
        streamed.clear();
      }
      if (stored !== undefined) (statement.startsWith('nt ') ? streamed : dirty).add(stored);
    }
    return count + streamed.size;
  });
  return written.reduce((sum, count) => sum + count, 0);
}

/** The grade of a text by the engine's answer: the promise first, then the cost. */
export function gradePuzzle(puzzle: LitmusPuzzle, text: string, found: Found): PuzzleState {
  if (!keepsGiven(puzzle, text)) return { kind: 'changed' };
  const statement = forbiddenIn(puzzle, text);
  if (statement !== undefined) return { kind: 'forbidden', statement };
  if (!found.whole || !found.answer?.satisfied) return { kind: 'broken' };
  const cost = found.fences + found.writeBacks;
  const lines = linesWritten(text, found.words);
  return { kind: cost > puzzle.best ? 'dear' : 'solved', cost, lines };
}
