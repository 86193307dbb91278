import { localValue } from './local_value';

const KEY = 'afterimage.own.program';
/** The longest program that the engine takes. */
const LONGEST = 16_384;

const isProgram = (value: unknown, path: string) =>
  typeof value === 'string' && value.length <= LONGEST ? undefined : { path };

/**
 * The program that was written last in this browser, if it is valid; undefined where there is none.
 */
export const ownProgram = (): string | undefined =>
  localValue(KEY, isProgram, 'own') as string | undefined;

/** Keeps a program for the Lab and the race. */
export function keepOwnProgram(text: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(text));
  } catch {
    // The storage may be barred or full: the program is then not offered there.
  }
}
