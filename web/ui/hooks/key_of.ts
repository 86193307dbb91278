/**
 * What a keyboard without a letter or a digit of its own sends, such as one that composes Chinese.
 */
const UNNAMED = ['Process', 'Unidentified', 'Dead'];

/**
 * The key of a shortcut on whatever keyboard: a Latin letter in lower case, a digit, or the key's
 * own name. A letter of another alphabet, and what a French keyboard has where others have digits,
 * count as what is there on a Latin one.
 */
export function keyOf({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>) {
  if (/^[a-z\d]$/i.test(key)) return key.toLowerCase();
  const place = /^(?:Key([A-Z])|Digit(\d))$/.exec(code);
  const unnamed = UNNAMED.includes(key);
  const named = !unnamed && /^[A-Z][a-z]/.test(key);
  if (!place || named) return key;
  const [, letter, digit] = place;
  // With Shift a digit's key has a sign of its own, which may be `?`.
  if (digit !== undefined) return shiftKey ? key : digit;
  return unnamed || /^\p{L}/u.test(key) ? (letter ?? '').toLowerCase() : key;
}
