import type { Listing, SchemeDescription } from '../../engine/protocol';

/** A line of a listing, its number in it, and the listing's name. */
export interface NumberedLine {
  readonly title: Listing['title'];
  readonly line: Listing['lines'][number];
  readonly number: number;
}

/** The line that has a label. */
export function listingLine(
  { listings }: SchemeDescription,
  label: number,
): NumberedLine | undefined {
  for (const { title, lines } of listings) {
    const at = lines.findIndex((line) => line.label === label);
    const line = lines[at];
    if (line) return { title, line, number: at + 1 };
  }
  return undefined;
}
