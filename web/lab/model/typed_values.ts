import type { SweptValue } from '../../engine/protocol/experiment';

const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/**
 * A typed text as a value of a file; a text that is no number stays as it is: the engine judges it.
 */
export function readTyped(text: string): SweptValue {
  const typed = text.trim();
  if (typed === 'true' || typed === 'false') return typed === 'true';
  return NUMBER.test(typed) ? Number(typed) : typed;
}

/** Values separated by commas, Chinese ones included. */
export function readTypedList(text: string): readonly SweptValue[] {
  return text
    .split(/[,,、;;]/)
    .map((each) => each.trim())
    .filter((each) => each !== '')
    .map(readTyped);
}
