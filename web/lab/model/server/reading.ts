/** The content of a pasted text, or the reason why nothing was taken from it. */
export type Reading<T, P extends string> = { readonly found: T } | { readonly problem: P };

/** No tool prints more; a longer text is something else. */
export const LONGEST_PASTED = 200_000;

/** The words of a line, with single spaces: as it is shown beside what it says. */
export const shownLine = (line: string) => line.trim().replace(/\s+/g, ' ').slice(0, 120);

const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
const PLAIN = /^\d+(?:\.\d+)?$/;

/** A number as people type it, with or without commas between thousands; else undefined. */
export function typedNumber(text: string): number | undefined {
  const word = text.trim();
  if (word.length > 20) return undefined;
  if (GROUPED.test(word)) return Number(word.replaceAll(',', ''));
  return PLAIN.test(word) ? Number(word) : undefined;
}
