import type { Text } from '../../engine/protocol';
import type { VerdictPairs } from '../../engine/protocol/exploration';
import { failuresIn } from './verify_map';

/** A guided tour of one mutation (scenarios/tours). */
export interface Tour {
  readonly id: string;
  readonly title: Text;
  /** A scenario that ships with the application. */
  readonly scenario: string;
  readonly steps: readonly TourStep[];
}

export interface TourStep {
  readonly say: Text;
  /** The explorer's settings for this step. */
  readonly mutations: readonly string[];
  /** The question what the explorer will find, put before it explores. */
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

/** True if a guess names a verdict that was found, or says rightly that there is none. */
export function isRight(guess: Guess, verdicts: VerdictPairs): boolean {
  const found: readonly string[] = failuresIn(verdicts);
  return guess === 'nothing' ? found.length === 0 : found.includes(guess);
}
