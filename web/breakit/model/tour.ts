import type { Text } from '../../engine/protocol';
import type { VerdictPairs } from '../../engine/protocol/exploration';
import { failuresIn } from './verify_map';

/** A guided tour of one mutation (scenarios/tours). */
export interface Tour {
  readonly id: string;
  readonly title: Text;
  /** One that ships with the application. */
  readonly scenario: string;
  readonly steps: readonly TourStep[];
}

export interface TourStep {
  readonly say: Text;
  /** What the explorer is set to here. */
  readonly mutations: readonly string[];
  /** Asks what it will find, before it is explored. */
  readonly ask?: Text;
}

/** A guess at what will be found: a verdict, or nothing. */
export const GUESSES = [
  'nothing',
  'lost',
  'visible',
  'never-existed',
  'damaged',
  'recovery-failed',
] as const;
export type Guess = (typeof GUESSES)[number];

/** Whether a guess names something that was found, or rightly nothing. */
export function isRight(guess: Guess, verdicts: VerdictPairs): boolean {
  const found: readonly string[] = failuresIn(verdicts);
  return guess === 'nothing' ? found.length === 0 : found.includes(guess);
}
