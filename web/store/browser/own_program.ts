import { localValue } from './local_value';

const KEY = 'afterimage.own.program';
/** The engine takes no longer programs. */
const LONGEST = 16_384;

const isProgram = (value: unknown, path: string) =>
  typeof value === 'string' && value.length <= LONGEST ? undefined : { path };

/** The program that was written last in this browser and is one; undefined where there is none. */
export const ownProgram = (): string | undefined =>
  localValue(KEY, isProgram, 'own') as string | undefined;

/** Keeps a program for the Lab and the race. */
export function keepOwnProgram(text: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(text));
  } catch {
    // Storage may be barred or full: then nothing is offered there.
  }
}
