/** A text without the byte order mark that some editors write. */
export const withoutByteOrderMark = (text: string) => text.replace(/^\uFEFF/, '');

/**
 * The value of a JSON text, with or without a byte order mark. The caller checks it before giving
 * it a type. Throws for a text that is no JSON.
 */
export function parsedJson(text: string): unknown {
  const value: unknown = JSON.parse(withoutByteOrderMark(text));
  return value;
}

/** The same value; undefined where the text is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return parsedJson(text);
  } catch {
    return undefined;
  }
}
