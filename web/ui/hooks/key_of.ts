/**
 * The names of keys that a keyboard sends without a letter or a digit, such as while composing
 * Chinese.
 */
const UNNAMED = ['Process', 'Unidentified', 'Dead'];

/**
 * The key of a shortcut on any keyboard: a Latin letter in lower case, a digit, or the key's own
 * name. Letters of other alphabets, and the signs that a French keyboard has in place of digits,
 * count as the key at that place on a Latin keyboard.
 */
export function keyOf({ key, code, shiftKey }: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>) {
  if (/^[a-z\d]$/i.test(key)) return key.toLowerCase();
  const place = /^(?:Key([A-Z])|Digit(\d))$/.exec(code);
  const unnamed = UNNAMED.includes(key);
  const named = !unnamed && /^[A-Z][a-z]/.test(key);
  if (!place || named) return key;
  const [, letter, digit] = place;
  // A digit's key with Shift has a sign of its own, which may be `?`.
  if (digit !== undefined) return shiftKey ? key : digit;
  return unnamed || /^\p{L}/u.test(key) ? (letter ?? '').toLowerCase() : key;
}
